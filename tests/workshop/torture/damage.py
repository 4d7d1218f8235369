"""Damaged files: the table of what is done to saves and records, each case judged at every door."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from tests.workshop.torture import database, edits, forged, neighbours, places
from tests.workshop.torture.cases import Case, Tell
from tests.workshop.torture.damaged import Act, Damaged, of_file, of_log
from tests.workshop.torture.doors import FORGED, FREE, NEVER, SHORTER, SOUND, Asked, judge
from tests.workshop.torture.games import FORMS, LIVE, RECORD, SAVE
from tests.workshop.torture.parts import Part

SAVES = (SAVE, LIVE)
WRITTEN = (SAVE, RECORD)
"""The forms in which an entry can be forged: nothing of it is in a log."""


@dataclass(frozen=True)
class Harm:
    """A kind of damage: how often it comes, to which forms of a game, what it does, and what may come of it (`doors`).

    `seconds` is the time that the damage itself may take. `joins` is whether it can make a whole other game of a short
    one.
    """

    weight: int
    forms: tuple[str, ...]
    act: Act
    expects: str = SOUND
    seconds: float = 20.0
    joins: bool = False


HARMS: dict[str, Harm] = {
    # the bytes of any file
    "bits": Harm(20, FORMS, of_file(edits.flip)),
    "zeros": Harm(10, FORMS, of_file(edits.zero)),
    "rubbish": Harm(10, FORMS, of_file(edits.noise)),
    "cut": Harm(12, FORMS, of_file(edits.shorten)),
    "appended": Harm(4, FORMS, of_file(edits.lengthen)),
    "inserted": Harm(4, FORMS, of_file(edits.insert)),
    "taken_out": Harm(4, FORMS, of_file(edits.take_out)),
    "recoded": Harm(2, FORMS, of_file(edits.recode)),
    "of_two_files": Harm(4, FORMS, neighbours.of_two_files, joins=True),
    "packed": Harm(2, FORMS, neighbours.packed, NEVER),
    # pages and header of a save
    "page_zeroed": Harm(8, SAVES, of_file(edits.zero_page)),
    "pages_swapped": Harm(8, SAVES, of_file(edits.swap_pages)),
    "page_twice": Harm(6, SAVES, of_file(edits.copy_page)),
    "page_of_another": Harm(6, SAVES, neighbours.page_of_another, joins=True),
    "cut_at_page": Harm(4, SAVES, of_file(edits.cut_at_page)),
    "head_rubbish": Harm(6, SAVES, of_file(edits.spoil_head)),
    "head_forged": Harm(6, SAVES, of_file(edits.forge_head)),
    "schema_rubbish": Harm(6, SAVES, of_file(edits.spoil_schema)),
    # the write-ahead log, and what else lies beside a save
    "log_bits": Harm(6, (LIVE,), of_log(edits.flip), SHORTER),
    "log_rubbish": Harm(4, (LIVE,), of_log(edits.overwrite), SHORTER),
    "log_cut": Harm(6, (LIVE,), of_log(edits.shorten), SHORTER),
    "log_cut_at_frame": Harm(4, (LIVE,), of_log(edits.cut_at_frame), SHORTER),
    "log_frame_again": Harm(4, (LIVE,), of_log(edits.copy_frame), SHORTER),
    "log_appended": Harm(4, (LIVE,), of_log(edits.lengthen)),
    "log_missing": Harm(4, (LIVE,), neighbours.log_missing, SHORTER),
    "log_of_another_time": Harm(4, (LIVE,), neighbours.log_of_another_time, SHORTER),
    "log_of_itself_once": Harm(4, SAVES, neighbours.log_of_itself_once),
    "log_foreign": Harm(6, SAVES, neighbours.log_foreign),
    "log_of_nothing": Harm(4, (SAVE,), neighbours.noise_beside("-wal", 1, 32, 5000)),
    "shared_memory_rubbish": Harm(4, SAVES, neighbours.noise_beside("-shm", 3, 32768)),
    "old_journal": Harm(4, SAVES, neighbours.old_journal),
    # rows of a save, and the database around them
    "rows_removed": Harm(6, (SAVE,), database.rows_removed),
    "last_rows_removed": Harm(4, (SAVE,), database.last_rows_removed, SHORTER),
    "rows_swapped": Harm(6, (SAVE,), database.rows_swapped),
    "row_again": Harm(4, (SAVE,), database.row_again),
    "row_of_another": Harm(4, (SAVE,), database.row_of_another),
    "row_of_wrong_type": Harm(4, (SAVE,), database.row_of_wrong_type),
    "two_games": Harm(4, (SAVE,), database.two_games, NEVER),
    "topic_changed": Harm(4, (SAVE,), database.topic_changed),
    "entry_rubbish": Harm(8, (SAVE,), database.entry_rubbish),
    "schema_changed": Harm(24, (SAVE,), database.schema_changed),
    "schema_text_forged": Harm(4, (SAVE,), database.schema_text_forged),
    "pragmas_changed": Harm(4, (SAVE,), database.pragmas_changed),
    "another_encoding": Harm(4, (SAVE,), database.another_encoding),
    # values of entries, with every checksum made again
    "step_forged": Harm(24, WRITTEN, forged.step_forged, FORGED),
    "event_forged": Harm(12, WRITTEN, forged.event_forged, FORGED),
    "step_frame_forged": Harm(10, WRITTEN, forged.step_frame_forged, FORGED),
    "move_forged": Harm(8, WRITTEN, forged.move_forged, FREE),
    "header_misshapen": Harm(12, WRITTEN, forged.header_misshapen, FREE),
    "content_changed": Harm(12, WRITTEN, forged.content_changed, FORGED),
    "content_hostile": Harm(6, WRITTEN, forged.content_hostile, FREE),
    "setup_forged": Harm(6, WRITTEN, forged.setup_forged, FREE),
    "passport_forged": Harm(6, WRITTEN, forged.passport_forged, FREE),
    "lines_moved": Harm(6, (RECORD,), forged.lines_moved),
    "last_lines_removed": Harm(4, (RECORD,), forged.last_lines_removed),
    "keys_twice": Harm(4, (RECORD,), forged.keys_twice),
    "keys_twice_packed": Harm(4, (SAVE,), forged.keys_twice_packed),
    # small on disk, enormous when it is read
    "nested_too_deep": Harm(3, WRITTEN, forged.nested_too_deep),
    "nested_value": Harm(3, (SAVE,), forged.nested_value),
    "announces": Harm(4, (SAVE,), forged.announces),
    "inflates": Harm(1, (SAVE,), forged.inflates, seconds=60),
    "inflates_wide": Harm(2, (SAVE,), forged.inflates_wide),
    "long_line": Harm(3, (RECORD,), forged.long_line),
    # where the file is
    "empty": Harm(1, FORMS, places.empty, NEVER),
    "no_file": Harm(2, FORMS, places.no_file, NEVER),
    "endless": Harm(2, FORMS, places.endless, NEVER),
    "log_no_file": Harm(3, SAVES, places.log_no_file),
    "neighbour_no_file": Harm(3, SAVES, places.neighbour_no_file),
    "neighbour_empty": Harm(2, SAVES, places.neighbour_empty),
    "linked": Harm(2, FORMS, places.linked),
    "sparse": Harm(3, FORMS, places.sparse),
    "strange_name": Harm(5, FORMS, places.strange_name),
    "impossible_name": Harm(2, FORMS, places.impossible_name, NEVER),
    "unreadable": Harm(3, FORMS, places.unreadable),
    "read_only": Harm(6, SAVES, places.read_only),
    "locked": Harm(1, SAVES, places.locked, seconds=30),
    "twice": Harm(2, WRITTEN, places.twice),
}


class Damage(Part):
    """Runs cases of damage to the collected games."""

    weights: ClassVar = {name: harm.weight for name, harm in HARMS.items()}

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        harm, file = HARMS[case.kind], self._copied(case, chance, room)
        out = room / "out"
        out.mkdir()
        with file.closing:
            tell("damage", harm.seconds)
            harm.act(file)
            # Damage may put another game, or a later one, in its place.
            self.base = f"{file.base.name}, {file.base.form}"
            name = file.path.name if file.names else ""
            others = self.bases if harm.joins else ()
            outcome, detail = judge(
                Asked(file.path, file.base, file.expects, file.folder, out, name, others=others), chance, tell
            )
        return detail, outcome

    def _copied(self, case: Case, chance: random.Random, room: Path) -> Damaged:
        harm = HARMS[case.kind]
        base = chance.choice([one for one in self.bases if one.form in harm.forms])
        shutil.rmtree(room, ignore_errors=True)
        return Damaged.copy(base, room / "damaged", chance, self.bases, self.scratch, harm.expects)

    def leave(self, case: Case, folder: Path) -> None:
        """Make the damaged file once more in the folder, to be looked at. Locks and permissions are undone."""
        file = self._copied(case, case.chance(), folder)
        with file.closing:
            HARMS[case.kind].act(file)
