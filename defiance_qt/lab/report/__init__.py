"""Reports of problems: the log of the window, what a report holds, and a report run again.

A report is one zip file. Its parts have fixed names, and each can be left out.
"""
