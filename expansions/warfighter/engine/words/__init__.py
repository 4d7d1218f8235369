"""What the game says: names, labels of commands, sentences of the log and their reasons, questions and refusals.

Templates are in the catalogues of `locale`; the English of a refusal also stands where it is raised.
"""

from .labels import label
from .reasons import reasons
from .story import category, narrate, side

__all__ = ["category", "label", "narrate", "reasons", "side"]
