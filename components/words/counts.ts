/** A number with its noun: "1 line", "1,200 lines". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The same for a count that ends at `most`: "more than 1,000 lines". */
export function capped(count: number, most: number, one: string, many?: string): string {
  return count > most ? `more than ${counted(most, one, many)}` : counted(count, one, many);
}

/** One of the counts by name, 0 where there is none: a name may be that of something every object has. */
export function countOf(counts: Readonly<Record<string, number>>, name: string): number {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}
