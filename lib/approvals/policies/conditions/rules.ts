import { compareDecimals, type Decimal, readDecimal } from "@/lib/core/json/decimals";
import type { JsonNode } from "@/lib/core/json/parse";
import type { ArgumentCondition, ArgumentValue } from "../types";
import { compilePattern, folded } from "./patterns";

/** Whether one value in the arguments of a call fits a condition. */
type ValueTest = (node: JsonNode) => boolean;

/** Reads a condition other than `exists` and `missing` once, to judge many values. */
export function compileCondition(condition: ArgumentCondition): ValueTest {
  switch (condition.op) {
    case "equals":
      return equalTo(condition.value);
    case "not_equals":
      return not(equalTo(condition.value));
    case "in":
      return anyOf(condition.value.map(equalTo));
    case "not_in":
      return not(anyOf(condition.value.map(equalTo)));
    case "over":
    case "at_least":
    case "under":
    case "at_most":
      return comparedBy(condition.op, String(condition.value));
    case "matches":
      return matching(condition.value);
    case "longer_than":
      return (node) => (lengthOf(node) ?? -1) > condition.value;
    case "shorter_than":
      return (node) => (lengthOf(node) ?? condition.value) < condition.value;
    case "exists":
    case "missing":
      return () => true;
  }
}

const not =
  (test: ValueTest): ValueTest =>
  (node) =>
    !test(node);

const anyOf =
  (tests: readonly ValueTest[]): ValueTest =>
  (node) =>
    tests.some((test) => test(node));

function equalTo(value: ArgumentValue): ValueTest {
  if (typeof value === "number") {
    const asked = readDecimal(String(value));
    return (node) => {
      const found = numberOf(node);
      return asked !== null && found !== null && compareDecimals(found, asked) === 0;
    };
  }
  if (typeof value === "string") return (node) => node.kind === "string" && node.value === value;
  return (node) => node.kind === "constant" && node.value === value;
}

const HOLDS = {
  over: (order: number) => order > 0,
  at_least: (order: number) => order >= 0,
  under: (order: number) => order < 0,
  at_most: (order: number) => order <= 0,
};

function comparedBy(op: keyof typeof HOLDS, threshold: string): ValueTest {
  const asked = readDecimal(threshold);
  const holds = HOLDS[op];
  return (node) => {
    const found = numberOf(node);
    return asked !== null && found !== null && holds(compareDecimals(found, asked));
  };
}

// What is shorter is read again as quickly as it is looked up.
const LONG_CHARS = 1_000;

/** What is read from a long value is kept with it: a thousand conditions may ask for the same quarter of a megabyte. */
function keptWith<T>(readFrom: (node: JsonNode) => T): (node: JsonNode) => T {
  const known = new WeakMap<JsonNode, { value: T }>();
  return (node) => {
    if (node.end - node.start < LONG_CHARS) return readFrom(node);
    const found = known.get(node) ?? { value: readFrom(node) };
    known.set(node, found);
    return found.value;
  };
}

/** A number, also where an agent sent it as text: tools take both alike. */
const numberOf = keptWith((node): Decimal | null => {
  if (node.kind === "number") return readDecimal(node.literal);
  return node.kind === "string" ? readDecimal(node.value.trim()) : null;
});

const foldedText = keptWith((node): string | null => {
  const text = textOf(node);
  return text === null ? null : folded(text);
});

function matching(pattern: string): ValueTest {
  const fits = compilePattern(pattern);
  return (node) => {
    const text = foldedText(node);
    return text !== null && fits(text);
  };
}

function textOf(node: JsonNode): string | null {
  if (node.kind === "string") return node.value;
  if (node.kind === "number") return node.literal;
  return node.kind === "constant" ? String(node.value) : null;
}

/** Characters of a text, items of a list; null for what has no length. */
const lengthOf = keptWith((node): number | null => {
  if (node.kind === "array") return node.items.length;
  if (node.kind !== "string") return null;
  let surrogates = 0;
  for (let at = 0; at < node.value.length; at += 1) {
    const unit = node.value.charCodeAt(at);
    if (unit >= 0xdc00 && unit <= 0xdfff) surrogates += 1;
  }
  return node.value.length - surrogates;
});
