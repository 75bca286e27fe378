import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import { fromPointer, pointerIn } from "@/lib/core/json/pointers";

// Reads JSON Schema (2020-12 and earlier drafts) for agents. Numbers stay as written; nothing is
// evaluated.

type Source = { text: string; root: JsonNode };

type Reading = Source & { targets: Map<string, JsonNode | null> };

/** State of reading one parameter; `steps` counts down. */
type Walk = Reading & { steps: number; hides: Hides };

/** Which members of nested objects to omit. */
type Hides = (member: Pick<Parameter, "name" | "required" | "readOnly">) => boolean;

const hidesNothing: Hides = () => false;

export type Parameter = {
  name: string;
  required: boolean;
  /**
   * Types, literals, formats and bounds in words: `"asc" | "desc"`, `array of string (uuid)`,
   * `integer (1 to 5)`.
   */
  type: string;
  /** False when the schema says nothing about the type. */
  typed: boolean;
  description: string | null;
  /** Exact JSON text of the default. */
  defaultText: string | null;
  readOnly: boolean;
};

// Deeper objects are named only; agents make mistakes in the first two levels.
const NESTED_DEPTH = 2;

const LITERALS_MAX = 30;

const REFERENCES_MAX = 8;

const REFERENCE_CHARS_MAX = 500;

const REFERENCE_PARTS_MAX = 30;

// Schemas read for one parameter; more would not be readable.
const STEPS_MAX = 60;

/** The member of an object node; undefined when it is no object or has none. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? node.members.find((member) => member.key === key)?.value : undefined;
}

function stringOf(node: JsonNode | undefined): string | null {
  return node?.kind === "string" ? node.value : null;
}

function isTrue(node: JsonNode | undefined): boolean {
  return node?.kind === "constant" && node.value === true;
}

function requiredOf(schema: JsonNode): string[] {
  const required = memberOf(schema, "required");
  if (required?.kind !== "array") return [];
  return required.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
}

/** Parameters of an input schema in written order; `hides` omits members of nested objects. */
export function parametersOf(source: Source, hides: Hides = hidesNothing): Parameter[] {
  const reading: Reading = { ...source, targets: new Map() };
  const properties = memberOf(source.root, "properties");
  if (properties?.kind !== "object") return [];
  const required = new Set(requiredOf(source.root));
  return properties.members.map(({ key, value }) => {
    const resolved = dereference(reading, value);
    const type = typeText({ ...reading, steps: STEPS_MAX, hides }, value, NESTED_DEPTH);
    const given = memberOf(value, "default") ?? memberOf(resolved, "default");
    return {
      name: key,
      required: required.has(key),
      type: type ?? "any",
      typed: type !== null,
      description: stringOf(memberOf(value, "description")) ?? stringOf(memberOf(resolved, "description")),
      defaultText: given ? source.text.slice(given.start, given.end) : null,
      readOnly: isTrue(memberOf(resolved, "readOnly")),
    };
  });
}

/** Follows local references; others stay unchanged. */
function dereference(reading: Reading, node: JsonNode): JsonNode {
  let current = node;
  for (let hops = 0; hops < REFERENCES_MAX; hops += 1) {
    const reference = stringOf(memberOf(current, "$ref"));
    const target = reference && targetIn(reading, reference);
    if (!target) return current;
    current = target;
  }
  return current;
}

function targetIn({ root, targets }: Reading, reference: string): JsonNode | null {
  if (reference.length > REFERENCE_CHARS_MAX) return null;
  const known = targets.get(reference);
  const target = known === undefined ? (at(root, pointerIn(reference)) ?? null) : known;
  targets.set(reference, target);
  return target;
}

function at(root: JsonNode, pointer: string | null): JsonNode | undefined {
  if (pointer === null) return undefined;
  const keys = fromPointer(pointer);
  if (keys.length > REFERENCE_PARTS_MAX) return undefined;
  return keys.reduce<JsonNode | undefined>((node, key) => memberOf(node, key), root);
}

/** Null if the schema leaves the type open. */
function typeText(walk: Walk, node: JsonNode, depth: number): string | null {
  // Definitions can be recursive.
  if (walk.steps === 0) return "…";
  walk.steps -= 1;
  const schema = dereference(walk, node);
  const literals = literalsOf(walk, schema);
  if (literals) return literals;
  const options = ["anyOf", "oneOf"].flatMap((key) => {
    const branches = memberOf(schema, key);
    return branches?.kind === "array" ? branches.items : [];
  });
  if (options.length > 0) {
    const texts = options.map((option) => typeText(walk, option, depth) ?? "any");
    return [...new Set(texts)].join(" | ");
  }
  const type = memberOf(schema, "type");
  if (type?.kind === "array") {
    const words = type.items.flatMap((item) => stringOf(item) ?? []);
    return words.map((word) => oneType(walk, schema, word, depth)).join(" | ") || null;
  }
  const word = stringOf(type) ?? (memberOf(schema, "properties") ? "object" : null);
  return word === null ? null : oneType(walk, schema, word, depth);
}

function literalsOf(walk: Walk, schema: JsonNode): string | null {
  const literal = (node: JsonNode) => walk.text.slice(node.start, node.end);
  const constant = memberOf(schema, "const");
  if (constant) return literal(constant);
  const values = memberOf(schema, "enum");
  if (values?.kind !== "array" || values.items.length === 0) return null;
  const shown = values.items.slice(0, LITERALS_MAX).map(literal);
  const left = values.items.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(" | ");
}

function oneType(walk: Walk, schema: JsonNode, word: string, depth: number): string {
  if (word === "array") {
    const items = memberOf(schema, "items");
    const inner = items ? typeText(walk, items, depth) : null;
    const list = inner === null ? "array" : `array of ${inner.includes(" | ") ? `(${inner})` : inner}`;
    return noted(list, boundsOf(walk, schema, { ...COUNTED, unit: "item" }));
  }
  if (word === "object" && depth > 1) return objectText(walk, schema, depth - 1);
  const format = stringOf(memberOf(schema, "format"));
  const isNumber = word === "integer" || word === "number";
  const bounds = isNumber
    ? boundsOf(walk, schema, MEASURED)
    : word === "string"
      ? boundsOf(walk, schema, { min: "minLength", max: "maxLength", unit: "character" })
      : null;
  return noted(word, format, bounds);
}

const noted = (type: string, ...notes: (string | null)[]): string => {
  const said = notes.filter((note) => note !== null);
  return said.length === 0 ? type : `${type} (${said.join(", ")})`;
};

type Bounded = { min: string; max: string; unit: string | null };

const MEASURED: Bounded = { min: "minimum", max: "maximum", unit: null };
const COUNTED = { min: "minItems", max: "maxItems" };
const EXCLUSIVE: Record<string, string> = { minimum: "exclusiveMinimum", maximum: "exclusiveMaximum" };

/**
 * Bounds in words, digits as written: `1 to 5`, `more than 0`, `at most 500 characters`; null
 * without any.
 */
function boundsOf({ text }: Source, schema: JsonNode, { min, max, unit }: Bounded): string | null {
  const given = (key: string | undefined): string | null => {
    const node = key === undefined ? undefined : memberOf(schema, key);
    if (node?.kind !== "number") return null;
    const written = text.slice(node.start, node.end);
    // Some libraries write the bounds of all integers, and a minimum of 0.
    const isNone = Math.abs(Number(written)) >= Number.MAX_SAFE_INTEGER;
    return isNone || (key === min && unit !== null && Number(written) === 0) ? null : written;
  };
  const [least, most] = [given(min), given(max)];
  const [above, below] = [given(EXCLUSIVE[min]), given(EXCLUSIVE[max])];
  // In draft 4 a boolean marks an exclusive bound.
  const without = (key: string) => isTrue(memberOf(schema, EXCLUSIVE[key] ?? ""));
  const units = (count: string) => (unit === null ? "" : ` ${unit}${count === "1" ? "" : "s"}`);
  if (least !== null && most !== null && above === null && below === null && !without(min) && !without(max))
    return least === most ? `exactly ${least}${units(least)}` : `${least} to ${most}${units(most)}`;
  const words = [
    above !== null || (least !== null && without(min)) ? `more than ${above ?? least}` : null,
    least !== null && above === null && !without(min) ? `at least ${least}${units(least)}` : null,
    below !== null || (most !== null && without(max)) ? `less than ${below ?? most}` : null,
    most !== null && below === null && !without(max) ? `at most ${most}${units(most)}` : null,
  ].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(", ");
}

function objectText(walk: Walk, schema: JsonNode, depth: number): string {
  const properties = memberOf(schema, "properties");
  if (properties?.kind !== "object" || properties.members.length === 0) return "object";
  const required = new Set(requiredOf(schema));
  const told = properties.members.filter(
    ({ key: name, value }) =>
      !walk.hides({
        name,
        required: required.has(name),
        readOnly: isTrue(memberOf(dereference(walk, value), "readOnly")),
      }),
  );
  if (told.length === 0) return "object";
  const members = told.map(
    ({ key, value }) => `${key}${required.has(key) ? "" : "?"}: ${typeText(walk, value, depth) ?? "any"}`,
  );
  return `{${members.join(", ")}}`;
}

/** The members of a definition's annotations as the server wrote them, in order. */
export function annotationsOf(text: string | null): { name: string; value: string }[] {
  const node = text === null ? undefined : parseJson(text);
  if (node?.kind !== "object" || text === null) return [];
  return node.members.map(({ key, value }) => ({ name: key, value: text.slice(value.start, value.end) }));
}
