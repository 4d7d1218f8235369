"""Small widgets and painted parts, each once: panels, screens, dialogs and views of systems are made of them."""
