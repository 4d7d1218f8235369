"""Lessons as sessions play them: the course of a lesson, and the book's claims beside what came out. Reads the structs
of `content/lessons.py`; decides no rule."""
