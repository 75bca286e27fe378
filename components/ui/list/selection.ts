export type HeadState = "none" | "some" | "all";

/** The selected rows that still exist: actions must not hit removed ones. */
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

/** Turns rows on or off together, like the pressed one. */
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

/** Rows as selected. Actions are on this state, even if a row changes later. */
export type Selection<Row> = ReadonlyMap<string, Row>;

/** Adds rows, up to the limit, or removes them. `full`: some did not fit. */
export function withItems<Row extends { id: string }>(
  selection: Selection<Row>,
  rows: readonly Row[],
  { on, max }: { on: boolean; max: number },
): { selection: Selection<Row>; full: boolean } {
  const next = new Map(selection);
  let full = false;
  for (const row of rows) {
    if (!on) next.delete(row.id);
    else if (next.has(row.id) || next.size < max) next.set(row.id, row);
    else full = true;
  }
  return { selection: next, full };
}
