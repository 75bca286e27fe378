export type HeadState = "none" | "some" | "all";

/** Of what was selected, what is still there: rows that went meanwhile must not be acted on. */
export function stillThere(selected: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.filter((id) => selected.has(id)));
}

export function headState(selected: ReadonlySet<string>, ids: readonly string[]): HeadState {
  const count = ids.filter((id) => selected.has(id)).length;
  return count === 0 ? "none" : count === ids.length ? "all" : "some";
}

/** The ids from one row to another, both included, whichever comes first; only the second when the first is gone. */
export function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const [a, b] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (b === -1) return [];
  return a === -1 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Turns rows on or off together, as the one that was pressed. */
export function withRows(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}
