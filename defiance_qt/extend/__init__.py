"""Plugins: manifests, hooks, discovery and loading. The only package that imports pluggy."""
