"""Builds the bundle, a folder that runs without Python, and packs it: `make bundle`, on Linux, macOS and Windows.

Everything but what goes to `dist` lies in `build/bundle`: a virtual environment of its own with the program and
PyInstaller, and PyInstaller's work.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "bundle"
DIST = ROOT / "dist"
NAME = "defiance-qt"
SUMMARY = "A desktop table for co-operative tactical games"

UNWANTED = ("PySide6/Qt/plugins/platformthemes/libqgtk3.so",)
"""Files that would bring in many others: Qt's theme for GTK all of GTK. They are taken out before PyInstaller looks."""

OF_SYSTEM = ("libc6 (>= {glibc})", "libegl1", "libgl1", "libxcb1")
"""The packages of Debian that the bundle needs: what belongs to the graphics of a machine is not inside."""


def main() -> None:
    python = environment()
    run(
        python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
        "--distpath", WORK / "dist", "--workpath", WORK / "work", HERE / f"{NAME}.spec",
    )  # fmt: skip
    folder = WORK / "dist" / NAME
    made = WORK / "dist" / "Defiance.app" if sys.platform == "darwin" else folder
    program = next(made.rglob("defiance_qt/__init__.py")).parent
    # So that no start compiles them. They are not compared with their sources, whose time a copy may change.
    run(
        python, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "-x", "_bundled", program,
    )  # fmt: skip
    DIST.mkdir(exist_ok=True)
    number = version(python)
    if sys.platform != "linux":
        if made != folder:
            # The seal of the app is broken by the files that were added.
            run("codesign", "--force", "--deep", "--sign", "-", made)
        name = f"{NAME}-{number}-{platform.system().lower()}-{platform.machine().lower()}"
        shutil.make_archive(str(DIST / name), "zip", made.parent, made.name)
        return
    inside = folder / "_internal"
    # A Python that was compiled by hand has symbols for a debugger.
    run("strip", "--strip-unneeded", *inside.glob("libpython*.so*"), *inside.glob("python3*/lib-dynload/*.so"))
    for path in (folder, archive(folder, number), debian_package(folder, number)):
        print(f"{size(path) / 2**20:6.1f} MiB  {path.relative_to(ROOT)}")


def environment() -> Path:
    """Return the Python of the bundle's environment, with the program as it is now and what its files need."""
    place = WORK / "venv"
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = place / ".stamp"
    if not stamp.exists() or stamp.stat().st_mtime < (ROOT / "pyproject.toml").stat().st_mtime:
        venv.create(place, clear=True, with_pip=True, symlinks=os.name != "nt")
        pip(python, f"{ROOT}[bundle]")
        for file in UNWANTED:
            for path in place.glob(f"**/{file}"):
                path.unlink()
        stamp.touch()
    else:
        pip(python, "--force-reinstall", "--no-deps", ROOT)
    return python


def archive(folder: Path, number: str) -> Path:
    """Pack the folder with its installer as a tar.xz."""
    name = f"{NAME}-{number}-linux-{platform.machine()}"
    packed = WORK / name
    shutil.rmtree(packed, ignore_errors=True)
    shutil.copytree(folder, packed, symlinks=True)
    for file in (f"{NAME}.desktop", "icon.svg", "mime.xml", "install.sh"):
        shutil.copy(HERE / file, packed)
    shutil.copy(ROOT / "LICENSE", packed)
    made = DIST / f"{name}.tar.xz"
    threads = {**os.environ, "XZ_OPT": "-3 -T0"}
    run("tar", "--create", "--xz", "--owner=0", "--group=0", "--file", made, name, env=threads)
    shutil.rmtree(packed)
    return made


def debian_package(folder: Path, number: str) -> Path:
    """Pack the folder as a package for Debian and its kin."""
    root = WORK / "deb"
    shutil.rmtree(root, ignore_errors=True)
    program = root / "usr" / "lib" / NAME
    shutil.copytree(folder, program, symlinks=True)
    for source, place in (
        (HERE / f"{NAME}.desktop", f"applications/{NAME}.desktop"),
        (HERE / "icon.svg", f"icons/hicolor/scalable/apps/{NAME}.svg"),
        (HERE / "mime.xml", f"mime/packages/{NAME}.xml"),
        (ROOT / "LICENSE", f"doc/{NAME}/copyright"),
    ):
        target = root / "usr" / "share" / place
        target.parent.mkdir(parents=True)
        shutil.copy(source, target)
    (root / "usr" / "bin").mkdir()
    (root / "usr" / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    architecture = output("dpkg", "--print-architecture")
    control = {
        "Package": NAME,
        "Version": number,
        "Architecture": architecture,
        "Maintainer": f"The {NAME} project <{NAME}@localhost>",
        "Installed-Size": str(size(root) // 1024),
        "Depends": ", ".join(OF_SYSTEM).format(glibc=glibc(folder)),
        "Section": "games",
        "Priority": "optional",
        "Description": SUMMARY,
    }
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text("".join(f"{key}: {value}\n" for key, value in control.items()))
    made = DIST / f"{NAME}_{number}_{architecture}.deb"
    run("dpkg-deb", "--root-owner-group", "-z3", "--build", root, made)
    shutil.rmtree(root)
    return made


def glibc(folder: Path) -> str:
    """Return the newest version of glibc that a library of the bundle asks for."""
    asked = {
        tuple(map(int, found.split(b".")))
        for path in folder.rglob("*.so*")
        for found in re.findall(rb"GLIBC_(2\.\d+)", path.read_bytes())
    }
    return ".".join(map(str, max(asked)))


def version(python: Path) -> str:
    return output(python, "-c", "import defiance_qt; print(defiance_qt.__version__)")


def size(path: Path) -> int:
    return sum(one.lstat().st_size for one in files(path))


def files(path: Path) -> Iterator[Path]:
    return (one for one in path.rglob("*") if not one.is_dir()) if path.is_dir() else iter((path,))


def pip(python: Path, *arguments: object) -> None:
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)


def run(*command: object, env: dict[str, str] | None = None) -> None:
    subprocess.run(list(map(str, command)), check=True, cwd=WORK, env=env)


def output(*command: object) -> str:
    return subprocess.run(list(map(str, command)), check=True, cwd=WORK, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    # The standard library's own `distutils`, of which setuptools would make its own.
    os.environ["SETUPTOOLS_USE_DISTUTILS"] = "stdlib"
    WORK.mkdir(parents=True, exist_ok=True)
    main()
