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

/** Rows that are selected, each as it was then: what is acted on is this, whatever has become of it since. */
export type Selection<Row> = ReadonlyMap<string, Row>;

/** Rows put in, as many as fit, or taken out. `full` is true when some did not fit. */
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
