/** What differs between two lists, by name. */
export type NamedChanges = { added: string[]; removed: string[]; changed: string[]; reordered: boolean };

/** Which members are new, gone or other than they were, and whether those that stay follow one another as before. */
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
