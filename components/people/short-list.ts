const SHOWN = 3;

/** A few tenant keys, and how many more. */
export function shortList(keys: readonly string[]): string {
  const more = keys.length - SHOWN;
  return [keys.slice(0, SHOWN).join(", "), ...(more > 0 ? [`and ${more} more`] : [])].join(" ");
}
