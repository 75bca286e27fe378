import { compareDecimals, type Decimal, readDecimal } from "@/lib/core/json/decimals";
import type { JsonNode } from "@/lib/core/json/parse";
import { folded, type Work } from "./patterns";
import type { ArgumentValue } from "./types";

/**
 * The values at one path of a call, as conditions ask for them. What they are compared by is made once, however many policies ask:
 * an agent chooses how many values there are, and every other call waits until they are judged.
 */
export class ValuesAt {
  private counts: ReadonlyMap<string, number> | undefined;
  private texts: readonly (readonly [text: string, count: number])[] | undefined;
  private decimals: readonly Decimal[] | undefined;
  private lengths: readonly number[] | undefined;
  private nulls: number | undefined;
  private readonly fitting = new Map<string, number | null>();

  /** @param work what all comparisons of the call with patterns may still cost */
  constructor(
    readonly nodes: readonly JsonNode[],
    private readonly work: Work,
  ) {}

  /** How many of them equal one of these. */
  equalTo(keys: readonly string[]): number {
    this.counts ??= counted(this.nodes.flatMap(keysOf));
    return keys.reduce((sum, key) => sum + (this.counts?.get(key) ?? 0), 0);
  }

  /** Each of them as a number; null for one that is none. */
  numbers(): (Decimal | null)[] {
    return this.nodes.map(numberOf);
  }

  /** How many of them, folded, are texts that fit a pattern; null when the call has no work left for it. */
  textsThat(pattern: string, fits: (text: string, work: Work) => boolean): number | null {
    const known = this.fitting.get(pattern);
    if (known !== undefined) return known;
    this.texts ??= [...counted(this.nodes.flatMap((node) => textOf(node) ?? []).map(folded))];
    let sum: number | null = 0;
    for (const entry of this.texts) {
      const fit = fits(entry[0], this.work);
      if (this.work.left < 0) sum = null;
      if (sum === null) break;
      if (fit) sum += entry[1];
    }
    this.fitting.set(pattern, sum);
    return sum;
  }

  /** How many of them are numbers under this one, equal to it and over it, and how many are none; null counts as not there. */
  comparedWith(threshold: Decimal): Sides & { none: number } {
    this.decimals ??= this.nodes.flatMap((node) => numberOf(node) ?? []).sort(compareDecimals);
    this.nulls ??= this.nodes.filter((node) => node.kind === "constant" && node.value === null).length;
    const none = this.nodes.length - this.decimals.length - this.nulls;
    return { ...sidesOf(this.decimals, (one) => compareDecimals(one, threshold)), none };
  }

  /** The same of their lengths. */
  lengthsComparedWith(threshold: number): Sides {
    this.lengths ??= this.nodes.flatMap((node) => lengthOf(node) ?? []).sort((a, b) => a - b);
    return sidesOf(this.lengths, (one) => one - threshold);
  }
}

/** How many of some values are less than, equal to and more than another. */
type Sides = { under: number; equal: number; over: number };

function sidesOf<T>(sorted: readonly T[], order: (one: T) => number): Sides {
  const under = firstWhere(sorted, (one) => order(one) >= 0);
  const notOver = firstWhere(sorted, (one) => order(one) > 0);
  return { under, equal: notOver - under, over: sorted.length - notOver };
}

/** Where the first stands for which it holds, as for all behind it. */
function firstWhere<T>(sorted: readonly T[], holds: (one: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const one = sorted[middle];
    if (one === undefined || holds(one)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** What a value equals: a text that is a number equals that text and that number. */
function keysOf(node: JsonNode): string[] {
  if (node.kind === "constant") return [constantKey(node.value)];
  const decimal = numberOf(node);
  const keys = decimal ? [decimalKey(decimal)] : [];
  return node.kind === "string" ? [...keys, textKey(node.value)] : keys;
}

/** What values are looked for that equal one of these: each value has one of the keys at the most. */
export function keysToEqual(values: readonly ArgumentValue[]): string[] {
  const decimals = new Set(
    values.flatMap((value) => (typeof value === "number" ? keyOfNumber(String(value)) : [])),
  );
  const others = values.flatMap((value) => {
    if (typeof value === "number") return [];
    if (typeof value !== "string") return [constantKey(value)];
    if (decimals.size === 0) return [textKey(value)];
    // The number stands for every text that is written so.
    return keyOfNumber(value.trim()).some((key) => decimals.has(key)) ? [] : [textKey(value)];
  });
  return [...new Set([...decimals, ...others])];
}

function keyOfNumber(text: string): string[] {
  const decimal = readDecimal(text);
  return decimal ? [decimalKey(decimal)] : [];
}

const constantKey = (value: boolean | null) => `constant ${value}`;
const textKey = (value: string) => `text ${value}`;
const decimalKey = ({ negative, digits, place }: Decimal) =>
  `number ${negative ? "-" : ""}${digits}e${place}`;

/** A number, also where an agent sent it as text: tools take both alike. */
function numberOf(node: JsonNode): Decimal | null {
  if (node.kind === "number") return readDecimal(node.literal);
  return node.kind === "string" ? readDecimal(node.value.trim()) : null;
}

function textOf(node: JsonNode): string | null {
  if (node.kind === "string") return node.value;
  if (node.kind === "number") return node.literal;
  return node.kind === "constant" ? String(node.value) : null;
}

/** Characters of a text, items of a list; null for what has no length. */
function lengthOf(node: JsonNode): number | null {
  if (node.kind === "array") return node.items.length;
  if (node.kind !== "string") return null;
  let surrogates = 0;
  for (let at = 0; at < node.value.length; at += 1) {
    const unit = node.value.charCodeAt(at);
    if (unit >= 0xdc00 && unit <= 0xdfff) surrogates += 1;
  }
  return node.value.length - surrogates;
}
