/** Cache by id, valid while the input is the same; evicts the oldest. */
export class Kept<T> {
  readonly #made = new Map<string, { from: string; value: T }>();

  constructor(private readonly most: number) {}

  /** @param from identifies everything the value depends on */
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
