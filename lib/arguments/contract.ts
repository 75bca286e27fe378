import * as z from "zod";
import { JsonError, type JsonNode, parseJson, toPointer } from "@/lib/core/json/parse";
import type { ContractCheck, Violation } from "./types";

// Larger definitions are not worth the time of a page; real ones measure 1 to 40 KiB.
const SCHEMA_CHARS_MAX = 256 * 1024;

// References written out: definitions that grow beyond this when expanded are built to cost, not to describe.
const EXPANDED_NODES_MAX = 5_000;

// Checks over all values, at the worst: about 200 ms.
const WORK_MAX = 5_000_000;

const VIOLATIONS_SHOWN = 50;

// A pattern is the gateway's program run on the agent's text, and some run for years; it is left out.
const LEFT_OUT = ["pattern"] as const;

// Rules that decide what else is allowed cannot be left out without inventing violations.
const UNSUPPORTED = [
  "patternProperties",
  "if",
  "then",
  "else",
  "not",
  "dependentSchemas",
  "unevaluatedProperties",
];

const IGNORED_BY_CHECKER = [
  "uniqueItems",
  "contains",
  "dependentRequired",
  "propertyNames",
  "contentEncoding",
];

// Members that hold values, and members that hold definitions by name: words in them are not rules.
const DATA = ["enum", "const", "default", "examples"];

const DEFINITIONS = ["$defs", "definitions"];

type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

class NotChecked extends Error {}

function plain(node: JsonNode): Plain {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
    case "array":
      return node.items.map(plain);
    case "string":
      return node.value;
    case "number":
      return Number(node.literal);
    case "constant":
      return node.value;
  }
}

function nodeCount(node: JsonNode): number {
  if (node.kind === "object") return node.members.reduce((sum, { value }) => sum + nodeCount(value), 1);
  return node.kind === "array" ? node.items.reduce((sum, item) => sum + nodeCount(item), 1) : 1;
}

function member(value: Plain | undefined, key: string): Plain | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** What a reference of the definition stands for. */
function target(root: Plain, ref: string): Plain {
  if (!ref.startsWith("#/")) throw new NotChecked("its definition refers to another document");
  let at: Plain | undefined = root;
  for (const part of ref.slice(2).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    at = member(at, key);
  }
  if (at === undefined) throw new NotChecked("its definition refers to something it does not hold");
  return at;
}

/** Size of a definition with its references written out. Refuses those that refer to themselves or elsewhere. */
function expandedSize(root: Plain, skipped: Set<string>): number {
  const sizes = new Map<string, number>();
  const open = new Set<string>();
  const reference = (ref: string): number => {
    const known = sizes.get(ref);
    if (known !== undefined) return known;
    if (open.has(ref)) throw new NotChecked("its definition refers to itself");
    open.add(ref);
    const size = visit(target(root, ref));
    open.delete(ref);
    sizes.set(ref, size);
    return size;
  };
  const visit = (value: Plain, names = false): number => {
    if (value === null || typeof value !== "object") return 1;
    if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + visit(item), 1);
    let sum = 1;
    for (const [key, member] of Object.entries(value)) {
      if (names) {
        sum += visit(member);
        continue;
      }
      if (DATA.includes(key) || DEFINITIONS.includes(key)) continue;
      if (UNSUPPORTED.includes(key)) {
        throw new NotChecked(`its definition uses “${key}”`);
      }
      if (IGNORED_BY_CHECKER.includes(key)) skipped.add(key);
      sum +=
        key === "$ref" && typeof member === "string"
          ? reference(member)
          : visit(member, key === "properties");
      if (sum > EXPANDED_NODES_MAX) throw new NotChecked("its definition is too large when written out");
    }
    return sum;
  };
  return visit(root);
}

/** The definition without the rules that are left out. A property that happens to have such a name is kept. */
function without(value: Plain, skipped: Set<string>, names: boolean): Plain {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => without(item, skipped, false));
  const members = Object.entries(value).flatMap(([key, member]): [string, Plain][] => {
    if (!names && LEFT_OUT.some((rule) => rule === key) && typeof member === "string") {
      skipped.add(key);
      return [];
    }
    if (!names && DATA.includes(key)) return [[key, member]];
    const below = !names && (key === "properties" || DEFINITIONS.includes(key));
    return [[key, without(member, skipped, below)]];
  });
  return Object.fromEntries(members);
}

/**
 * Where the arguments break the tool's input schema. The schema only judges: what it would fill in or drop is never used.
 * Server side only (it carries zod).
 */
export function validateAgainstSchema(node: JsonNode, inputSchemaText: string): ContractCheck {
  if (inputSchemaText.length > SCHEMA_CHARS_MAX)
    return { checked: false, why: "its definition is too large" };
  try {
    const definition = plain(parseJson(inputSchemaText));
    if (definition === null || typeof definition !== "object" || Array.isArray(definition)) {
      return { checked: false, why: "its definition is not a JSON Schema object" };
    }
    const skipped = new Set<string>();
    if (expandedSize(definition, skipped) * nodeCount(node) > WORK_MAX) {
      return { checked: false, why: "checking would take too long" };
    }
    const judge = z.fromJSONSchema(
      without(definition, skipped, false) as Parameters<typeof z.fromJSONSchema>[0],
    );
    const result = judge.safeParse(plain(node));
    const issues = result.success ? [] : result.error.issues.slice(0, VIOLATIONS_SHOWN);
    const violations = [...issues.flatMap(toViolations), ...undescribed(definition, node)];
    return { checked: true, violations, skipped: [...skipped] };
  } catch (error) {
    if (error instanceof NotChecked) return { checked: false, why: error.message };
    if (error instanceof JsonError) return { checked: false, why: "its definition is not readable JSON" };
    return { checked: false, why: "its definition uses rules we cannot check" };
  }
}

/** Names that are required without being described; the checker passes over them. */
function undescribed(definition: { [key: string]: Plain }, node: JsonNode): Violation[] {
  const { required, properties } = definition;
  if (!Array.isArray(required) || node.kind !== "object") return [];
  const described = properties !== null && typeof properties === "object" ? properties : {};
  const sent = new Set(node.members.map((member) => member.key));
  return required.flatMap((name) =>
    typeof name === "string" && !Object.hasOwn(described, name) && !sent.has(name)
      ? [{ pointer: toPointer([name]), message: "Required by the tool's definition." }]
      : [],
  );
}

function toViolations(issue: z.core.$ZodIssue): Violation[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  if (issue.code !== "unrecognized_keys") return [{ pointer: toPointer(path), message: plainMessage(issue) }];
  return issue.keys.map((key) => ({
    pointer: toPointer([...path, key]),
    message: "The tool's definition knows no such argument.",
  }));
}

function plainMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && /received undefined/.test(issue.message)) {
    return `Required by the tool's definition (${issue.expected}).`;
  }
  if (issue.code === "invalid_type") return `The tool's definition wants ${issue.expected} here.`;
  if (issue.code === "invalid_value") {
    return `Not one of the values the tool allows: ${issue.values.map((value) => JSON.stringify(value)).join(", ")}.`;
  }
  if (issue.code === "invalid_union") return "Fits none of the shapes the tool allows.";
  return `${issue.message}.`;
}
