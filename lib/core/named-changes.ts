export type NamedChanges = { added: string[]; removed: string[]; changed: string[]; reordered: boolean };

/** New, removed and changed members, and whether the remaining order changed. */
export function namedChanges<T extends { name: string }>(
  before: readonly T[],
  after: readonly T[],
): NamedChanges {
  const texts = new Map(before.map((one) => [one.name, JSON.stringify(one)]));
  const names = new Set(after.map(({ name }) => name));
  const kept = after.filter(({ name }) => texts.has(name));
  const order = before.filter(({ name }) => names.has(name));
  const namesOf = (all: readonly T[]) => all.map(({ name }) => name);
  return {
    added: namesOf(after.filter(({ name }) => !texts.has(name))),
    removed: namesOf(before.filter(({ name }) => !names.has(name))),
    changed: namesOf(kept.filter((one) => texts.get(one.name) !== JSON.stringify(one))),
    reordered: kept.some(({ name }, at) => name !== order[at]?.name),
  };
}
