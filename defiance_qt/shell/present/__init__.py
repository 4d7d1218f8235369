"""View models of the shell: plain values made from a session, tested without Qt."""
