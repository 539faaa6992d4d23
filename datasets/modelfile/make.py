def make(c, field):  # the numbers of a field, c being what the recipe says of its column
    v = field.strip()
    words = "levels" in c or "other" in c
    marks = ("?", "-", "na", "n/a", "#n/a", "<na>", "nan", "nat", "null", "none", "missing", "\\n")
    gap = (v in ["", "\\N", *c.get("na", [])] or not words and v.lower() in marks) and "impute" in c
    if words:
        v, levels = c["fillLevel"] if gap else v, c.get("levels", [])
        x = [float(v == level) for level in levels] + [float(v not in levels)] * ("other" in c)
    # kinds that are read
    else:
        x = [c.get("fill", 0) if gap else float(v)]
    return x + [float(gap)] * ("flag" in c)
