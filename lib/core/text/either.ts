const joined = (items: readonly string[], word: string): string => {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${word} ${last}`;
};

/** "a, b or c". */
export const either = (items: readonly string[]): string => joined(items, "or");

/** "a, b and c". */
export const all = (items: readonly string[]): string => joined(items, "and");
