import type { JsonNode } from "@/lib/core/json/parse";
import type { Rules } from "./definitions";
import { hasFormat } from "./formats";
import { compareNumbers, isInteger, isMultiple } from "./numbers";
import { misused } from "./obstacles";
import type { Judge } from "./outcome";
import { countIn, listIn, numberIn, textIn, textsIn, valueKey } from "./values";

/** A rule about one value: an error, null if valid, undefined if unknown. */
type Assertion = (rule: JsonNode, node: JsonNode, judge: Judge, rules: Rules) => string | null | undefined;

const VALUES_NAMED = 20;

const wants = (what: string) => `The tool's definition wants ${what} here.`;

const when = (holds: boolean, what: string) => (holds ? null : wants(what));

function isOfType(node: JsonNode, type: string): boolean {
  switch (type) {
    case "integer":
      return node.kind === "number" && isInteger(node.literal);
    case "boolean":
      return node.kind === "constant" && node.value !== null;
    case "null":
      return node.kind === "constant" && node.value === null;
    case "object":
    case "array":
    case "string":
    case "number":
      return node.kind === type;
    default:
      throw misused("type");
  }
}

const type: Assertion = (rule, node) => {
  const types = rule.kind === "array" ? textsIn(rule, "type") : [textIn(rule, "type")];
  return when(
    types.some((one) => isOfType(node, one)),
    types.join(" or "),
  );
};

const allowed =
  (keyword: string): Assertion =>
  (rule, node, judge) => {
    const values = keyword === "const" ? [rule] : listIn(rule, keyword);
    judge.work(values.length);
    if (values.some((value) => valueKey(value) === valueKey(node))) return null;
    const named = values.slice(0, VALUES_NAMED).map(judge.textOf).join(", ");
    const more = values.length - VALUES_NAMED;
    return `Not one of the values the tool allows: ${named}${more > 0 ? ` and ${more} more` : ""}.`;
  };

/** A numeric limit: `side` is 1 for a minimum, -1 for a maximum. */
const limit =
  (keyword: string, side: 1 | -1, exclusive: boolean): Assertion =>
  (rule, node, _judge, rules) => {
    // Draft 4: true next to the limit makes it exclusive.
    if (exclusive && rule.kind === "constant") return null;
    const bound = numberIn(rule, keyword);
    if (node.kind !== "number") return null;
    const beside = exclusive ? undefined : rules.get(side === 1 ? "exclusiveMinimum" : "exclusiveMaximum");
    const strict = exclusive || (beside?.kind === "constant" && beside.value === true);
    const distance = side * compareNumbers(node.literal, bound);
    const words = side === 1 ? ["above", "of at least"] : ["below", "of at most"];
    return when(distance > 0 || (distance === 0 && !strict), `a number ${words[strict ? 0 : 1]} ${bound}`);
  };

const multipleOf: Assertion = (rule, node, judge) => {
  const step = numberIn(rule, "multipleOf");
  if (compareNumbers(step, "0") <= 0) throw misused("multipleOf");
  if (node.kind !== "number") return null;
  judge.work(Math.min(node.literal.length, step.length));
  const multiple = isMultiple(node.literal, step);
  return multiple === null ? undefined : when(multiple, `a multiple of ${step}`);
};

/** A limit of size: `side` is 1 for at least, -1 for at most. */
const size =
  (keyword: string, side: 1 | -1, unit: string, of: (node: JsonNode) => number | null): Assertion =>
  (rule, node) => {
    const bound = countIn(rule, keyword);
    const found = of(node);
    const words = `${side === 1 ? "at least" : "at most"} ${bound} ${unit}${bound === 1 ? "" : "s"}`;
    return found === null ? null : when(side * (found - bound) >= 0, words);
  };

const characters = (node: JsonNode) => (node.kind === "string" ? [...node.value].length : null);
const items = (node: JsonNode) => (node.kind === "array" ? node.items.length : null);
const members = (node: JsonNode) => (node.kind === "object" ? node.members.length : null);

const pattern: Assertion = (rule, node, judge) => {
  const source = textIn(rule, "pattern");
  if (node.kind !== "string") return null;
  const matches = judge.matches(source, node.value);
  return matches === null ? undefined : when(matches, `text that matches ${source}`);
};

const format: Assertion = (rule, node) => {
  const name = textIn(rule, "format");
  return node.kind === "string" ? when(hasFormat(node.value, name), `the format ${name}`) : null;
};

const uniqueItems: Assertion = (rule, node) => {
  if (rule.kind !== "constant" || rule.value === null) throw misused("uniqueItems");
  if (!rule.value || node.kind !== "array") return null;
  return when(new Set(node.items.map(valueKey)).size === node.items.length, "items that all differ");
};

export const ASSERTIONS: ReadonlyMap<string, Assertion> = new Map([
  ["type", type],
  ["enum", allowed("enum")],
  ["const", allowed("const")],
  ["minimum", limit("minimum", 1, false)],
  ["maximum", limit("maximum", -1, false)],
  ["exclusiveMinimum", limit("exclusiveMinimum", 1, true)],
  ["exclusiveMaximum", limit("exclusiveMaximum", -1, true)],
  ["multipleOf", multipleOf],
  ["minLength", size("minLength", 1, "character", characters)],
  ["maxLength", size("maxLength", -1, "character", characters)],
  ["pattern", pattern],
  ["format", format],
  ["minItems", size("minItems", 1, "item", items)],
  ["maxItems", size("maxItems", -1, "item", items)],
  ["uniqueItems", uniqueItems],
  ["minProperties", size("minProperties", 1, "argument", members)],
  ["maxProperties", size("maxProperties", -1, "argument", members)],
]);
