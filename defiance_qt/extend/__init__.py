"""Plugins: their manifests, their hooks, how they are found and loaded. Alone imports pluggy."""
