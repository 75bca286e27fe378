import { compareDecimals, type Decimal, readDecimal } from "@/lib/core/json/decimals";
import type { JsonNode } from "@/lib/core/json/parse";
import { folded, type Work } from "./patterns";
import type { ArgumentValue } from "./types";

/**
 * The values at one path of a call, for conditions. Comparison keys are computed once for all
 * policies: an agent chooses the number of values, and every other call waits meanwhile.
 */
export class ValuesAt {
  private counts: ReadonlyMap<string, number> | undefined;
  private texts: readonly (readonly [text: string, count: number])[] | undefined;
  private decimals: readonly Decimal[] | undefined;
  private lengths: readonly number[] | undefined;
  private nulls: number | undefined;
  private readonly fitting = new Map<string, number | null>();

  /** @param work the remaining budget for all pattern comparisons of the call */
  constructor(
    readonly nodes: readonly JsonNode[],
    private readonly work: Work,
  ) {}

  equalTo(keys: readonly string[]): number {
    this.counts ??= counted(this.nodes.flatMap(keysOf));
    return keys.reduce((sum, key) => sum + (this.counts?.get(key) ?? 0), 0);
  }

  numbers(): (Decimal | null)[] {
    return this.nodes.map(numberOf);
  }

  /** How many are texts that match a pattern, ignoring case; null without work left. */
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

  /** How many numbers are below, equal to and above this one, and how many values are others. */
  comparedWith(threshold: Decimal): Sides & { none: number } {
    this.decimals ??= this.nodes.flatMap((node) => numberOf(node) ?? []).sort(compareDecimals);
    this.nulls ??= this.nodes.filter((node) => node.kind === "constant" && node.value === null).length;
    const none = this.nodes.length - this.decimals.length - this.nulls;
    return { ...sidesOf(this.decimals, (one) => compareDecimals(one, threshold)), none };
  }

  lengthsComparedWith(threshold: number): Sides {
    this.lengths ??= this.nodes.flatMap((node) => lengthOf(node) ?? []).sort((a, b) => a - b);
    return sidesOf(this.lengths, (one) => one - threshold);
  }
}

type Sides = { under: number; equal: number; over: number };

function sidesOf<T>(sorted: readonly T[], order: (one: T) => number): Sides {
  const under = firstWhere(sorted, (one) => order(one) >= 0);
  const notOver = firstWhere(sorted, (one) => order(one) > 0);
  return { under, equal: notOver - under, over: sorted.length - notOver };
}

/** The first index where the predicate holds; it also holds for all later ones. */
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

/** The keys of a value: a numeric text equals both that text and that number. */
function keysOf(node: JsonNode): string[] {
  if (node.kind === "constant") return [constantKey(node.value)];
  const decimal = numberOf(node);
  const keys = decimal ? [decimalKey(decimal)] : [];
  return node.kind === "string" ? [...keys, textKey(node.value)] : keys;
}

/** The keys to search for values equal to one of these: each value has at most one of them. */
export function keysToEqual(values: readonly ArgumentValue[]): string[] {
  const decimals = new Set(
    values.flatMap((value) => (typeof value === "number" ? keyOfNumber(String(value)) : [])),
  );
  const others = values.flatMap((value) => {
    if (typeof value === "number") return [];
    if (typeof value !== "string") return [constantKey(value)];
    if (decimals.size === 0) return [textKey(value)];
    // The number covers every text that is written so.
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

/** A number, also in text form: tools treat both alike. */
function numberOf(node: JsonNode): Decimal | null {
  if (node.kind === "number") return readDecimal(node.literal);
  return node.kind === "string" ? readDecimal(node.value.trim()) : null;
}

function textOf(node: JsonNode): string | null {
  if (node.kind === "string") return node.value;
  if (node.kind === "number") return node.literal;
  return node.kind === "constant" ? String(node.value) : null;
}

/** Characters of a text or items of a list; null for anything else. */
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
