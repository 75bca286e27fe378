/** A number with its noun: "1 line", "1,200 lines". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** A capped count: "more than 1,000 lines". */
export function capped(count: number, most: number, one: string, many?: string): string {
  return count > most ? `more than ${counted(most, one, many)}` : counted(count, one, many);
}

/** A count by name, 0 if missing. The name may equal that of an Object.prototype member. */
export function countOf(counts: Readonly<Record<string, number>>, name: string): number {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}
