"""The rules by area. A command's check stands beside its options and its effect: `legal` lists the options that pass
the check, and a refusal is the check's answer."""
