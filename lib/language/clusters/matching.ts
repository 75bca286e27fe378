export type Known = { id: string; members: ReadonlySet<string> };

// With less in common, the group counts as new.
const LEAST = 0.2;

/** The Jaccard index of two sets: intersection over union. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const one of a) if (b.has(one)) both += 1;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}

/**
 * Assigns known groups to new ones, each at most once, best match first. Ignores new templates.
 * @returns the known id of each new group, null for those that are new
 */
export function keptIds(known: readonly Known[], groups: readonly ReadonlySet<string>[]): (string | null)[] {
  const groupsOf = new Map<string, number>();
  for (const [at, members] of groups.entries()) for (const id of members) groupsOf.set(id, at);
  const before = new Set(known.flatMap(({ members }) => [...members]));
  const old = groups.map((members) => new Set([...members].filter((id) => before.has(id))));
  const pairs = known.flatMap(({ id, members }) => {
    const touched = new Set([...members].flatMap((member) => groupsOf.get(member) ?? []));
    return [...touched].map((at) => ({ id, at, shared: jaccard(members, old[at] ?? new Set()) }));
  });
  const ids: (string | null)[] = groups.map(() => null);
  const taken = new Set<string>();
  for (const { id, at, shared } of pairs.toSorted((a, b) => b.shared - a.shared || (a.id < b.id ? -1 : 1))) {
    if (shared < LEAST || taken.has(id) || ids[at] !== null) continue;
    ids[at] = id;
    taken.add(id);
  }
  return ids;
}
