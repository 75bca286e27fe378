/** What was made of something lately, by its id, as long as what it was made of is the same; the oldest go first. */
export class Kept<T> {
  readonly #made = new Map<string, { from: string; value: T }>();

  constructor(private readonly most: number) {}

  /** @param from names all that the value depends on */
  get(id: string, from: string, make: () => T): T {
    const known = this.#made.get(id);
    if (known?.from === from) return known.value;
    const value = make();
    this.#made.delete(id);
    this.#made.set(id, { from, value });
    for (const oldest of this.#made.keys()) {
      if (this.#made.size <= this.most) break;
      this.#made.delete(oldest);
    }
    return value;
  }
}
