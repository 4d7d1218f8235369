#!/bin/sh
# Installs defiance-qt for the user who runs it: a menu entry, an icon, the type of saved games and the command
# `defiance-qt`. `install.sh --uninstall` takes that away again, and leaves saves, plugins and settings alone.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
data=${XDG_DATA_HOME:-$HOME/.local/share}
program=$HOME/.local/lib/defiance-qt
command=$HOME/.local/bin/defiance-qt
desktop=$data/applications/defiance-qt.desktop
icon=$data/icons/hicolor/scalable/apps/defiance-qt.svg
mime=$data/mime/packages/defiance-qt.xml

fail() {
    echo "$1" >&2
    exit 1
}

# Desktops keep what they have found in caches; where the program that fills one is missing, there is none.
refresh() {
    if command -v update-desktop-database >/dev/null; then update-desktop-database "$data/applications"; fi
    if command -v update-mime-database >/dev/null; then update-mime-database "$data/mime"; fi
}

ours() { [ "$(readlink -- "$command")" = "$program/defiance-qt" ]; }

case ${1:-} in
--uninstall)
    [ -d "$program" ] || fail "defiance-qt is not installed in $program."
    if ours; then rm -- "$command"; fi
    rm -f -- "$desktop" "$icon" "$mime"
    rm -rf -- "$program"
    refresh
    echo "defiance-qt is uninstalled. Saves, plugins and settings stay."
    exit
    ;;
'') ;;
*) fail "Usage: install.sh [--uninstall]" ;;
esac

[ "$here" != "$(readlink -f -- "$program")" ] || fail "This is the installed program; run install.sh from the unpacked archive."
if [ -e "$command" ] || [ -L "$command" ]; then
    ours || fail "$command belongs to another installation of defiance-qt; remove that first."
fi

mkdir -p -- "${program%/*}" "${command%/*}" "${desktop%/*}" "${icon%/*}" "${mime%/*}"
new=$program.new
trap 'rm -rf -- "$new"' EXIT
rm -rf -- "$new"
cp -R -- "$here" "$new"
rm -rf -- "$program"
mv -- "$new" "$program"
ln -sf -- "$program/defiance-qt" "$command"
cp -- "$here/icon.svg" "$icon"
cp -- "$here/mime.xml" "$mime"
# A menu need not know the user's PATH. The second backslashes are those of any value, the first those of a quoted name.
quoted=$(printf '%s' "$command" | sed 's/["`$\\]/\\&/g; s/\\/\\\\/g; s/%/%%/g')
{
    grep -v '^Exec=' "$here/defiance-qt.desktop"
    printf 'Exec="%s" %%f\n' "$quoted"
} >"$desktop"
refresh
echo "defiance-qt is installed: in the menu of the desktop, and as $command."
echo "To uninstall it: $program/install.sh --uninstall"
