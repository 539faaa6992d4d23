def make(c, field):  # the numbers of a field, c being what the recipe says of its column
    v = field.strip()
    gap = v.lower() in ("", "?", "-", "na", "n/a", "#n/a", "<na>", "nan", "nat", "null", "none", "missing") and "impute" in c
    if "levels" in c or "other" in c:
        v, levels = c["fillLevel"] if gap else v, c.get("levels", [])
        x = [float(v == level) for level in levels] + [float(v not in levels)] * ("other" in c)
    # kinds that are read
    else:
        x = [c.get("fill", 0) if gap else float(v)]
    return x + [float(gap)] * ("flag" in c)
