export class Chance {
  private state: [number, number, number];
  private count = 1;

  constructor(readonly seed: string) {
    this.state = [fnv(seed, 0x811c9dc5), fnv(seed, 0x9e3779b9), fnv(seed, 0x6a09e667)];
    for (let i = 0; i < 12; i += 1) this.bits();
  }

  /** A separate source that does not affect this one. */
  of(name: string): Chance {
    return new Chance(`${this.seed}/${name}`);
  }

  next(): number {
    return this.bits() / 4_294_967_296;
  }

  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  maybe(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(from: readonly T[]): T {
    const one = from[this.int(0, from.length - 1)];
    if (one === undefined) throw new Error("there is nothing to pick from");
    return one;
  }

  weighted<T>(from: readonly (readonly [weight: number, one: T])[]): T {
    let left = this.next() * from.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, one] of from) {
      left -= weight;
      if (left < 0) return one;
    }
    return this.pick(from)[1];
  }

  likely<K extends string>(shares: Readonly<Record<K, number>>): K {
    return this.weighted(Object.entries<number>(shares).map(([name, share]) => [share, name as K]));
  }

  some<T>(from: readonly T[], count: number): T[] {
    const rest = [...from];
    return from.slice(0, count).flatMap(() => rest.splice(this.int(0, rest.length - 1), 1));
  }

  code(length: number, alphabet = LETTERS_AND_DIGITS): string {
    let text = "";
    for (let i = 0; i < length; i += 1) text += alphabet[this.int(0, alphabet.length - 1)];
    return text;
  }

  hex(length: number): string {
    let text = "";
    while (text.length < length) text += this.bits().toString(16).padStart(8, "0");
    return text.slice(0, length);
  }

  id(atMs: number): string {
    const time = Math.floor(atMs).toString(16).padStart(12, "0");
    const rest = this.hex(24);
    const tail = `${"89ab"[this.bits() & 3]}${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
    return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${tail}`;
  }

  /** sfc32, by Chris Doty-Humphrey. */
  private bits(): number {
    const [a, b, c] = this.state;
    const sum = (a + b + this.count) | 0;
    this.count = (this.count + 1) | 0;
    this.state = [b ^ (b >>> 9), (c + (c << 3)) | 0, ((c << 21) | (c >>> 11)) + sum];
    return sum >>> 0;
  }
}

const LETTERS_AND_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** FNV-1a. */
function fnv(text: string, start: number): number {
  let hash = start;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash | 0;
}
