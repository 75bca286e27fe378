import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { fromPointer, pointerIn, toPointer } from "@/lib/core/json/pointers";
import { isNull, member, type ObjectNode, objectOf } from "./nodes";
import { INTEGER } from "./splice";
import type { FieldKind, FieldNow, FormField } from "./types";

type Shape = {
  kind: FieldKind;
  nullable: boolean;
  options: string[];
  item: FormField["item"];
  at: ObjectNode | null;
};

// Deeper objects are edited as JSON, which is easier to read than nested forms.
const DEPTH_MAX = 3;

/**
 * Form fields for arguments: those of the schema in its order, then other sent members.
 * @param schemaText the tool's schema; null or invalid: the form follows the sent arguments
 */
export function fieldsOf(argumentsText: string, schemaText: string | null): FormField[] {
  const node = parseJson(argumentsText);
  const schema = schemaText === null ? null : readSchema(schemaText);
  return objectFields({ text: argumentsText, schemaText: schemaText ?? "", root: schema }, node, schema, []);
}

type Source = { text: string; schemaText: string; root: ObjectNode | null };

function objectFields(
  source: Source,
  node: JsonNode | undefined,
  schema: ObjectNode | null,
  keys: readonly string[],
): FormField[] {
  const sent = new Map(node?.kind === "object" ? node.members.map((m) => [m.key, m.value]) : []);
  const properties = objectOf(member(schema, "properties"))?.members ?? [];
  const required = requiredOf(schema);
  const described = new Set(properties.map((one) => one.key));
  const rest = [...sent.keys()].filter((key) => !described.has(key));
  return [
    ...properties.map((one) =>
      field(source, [...keys, one.key], sent.get(one.key), objectOf(one.value), required.has(one.key)),
    ),
    ...rest.map((key) => ({
      ...field(source, [...keys, key], sent.get(key), null, required.has(key)),
      described: false,
    })),
  ];
}

function field(
  source: Source,
  keys: readonly string[],
  value: JsonNode | undefined,
  schema: ObjectNode | null,
  required: boolean,
): FormField {
  const shape = shapeOf(source, value, schema, keys.length);
  const description = member(shape.at, "description") ?? member(schema, "description");
  return {
    pointer: toPointer(keys),
    keys,
    name: keys.at(-1) ?? "",
    description: description?.kind === "string" ? description.value : null,
    required,
    nullable: shape.nullable,
    described: true,
    kind: shape.kind,
    options: shape.options,
    item: shape.item,
    children: shape.kind === "object" ? objectFields(source, value, shape.at, keys) : [],
    now: nowOf(source.text, value, shape.kind),
  };
}

/** The control for a field; "json" if the schema is ambiguous or the value does not match it. */
function shapeOf(
  source: Source,
  value: JsonNode | undefined,
  schema: ObjectNode | null,
  depth: number,
): Shape {
  const shape = schema ? describedShape(source, schema) : shapeOfValue(value);
  const fits = value === undefined || isNull(value) || fitsKind(value, shape);
  const tooDeep = shape.kind === "object" && depth >= DEPTH_MAX;
  return fits && !tooDeep ? shape : { ...shape, kind: "json" };
}

const plain = (kind: FieldKind, at: ObjectNode | null, nullable = false): Shape => ({
  kind,
  nullable,
  options: [],
  item: null,
  at,
});

function describedShape(source: Source, schema: ObjectNode): Shape {
  const { at, nullable } = settled(source.root, schema);
  if (!at) return plain("json", null, nullable);
  const values = member(at, "enum");
  if (values?.kind === "array") {
    const allowed = values.items.filter((item) => !isNull(item));
    const options = allowed.map((item) => source.schemaText.slice(item.start, item.end));
    return { ...plain("enum", at, nullable || allowed.length < values.items.length), options };
  }
  const { types, orNull } = typesOf(at);
  const [type] = types;
  const either = nullable || orNull;
  if (types.length !== 1 || member(at, "oneOf") || member(at, "anyOf")) return plain("json", at, either);
  if (type === "string" || type === "number" || type === "integer" || type === "boolean")
    return plain(type, at, either);
  if (type === "array") {
    const item = itemOf(source.root, at);
    return item ? { ...plain("list", at, either), item } : plain("json", at, either);
  }
  if (type === "object" && objectOf(member(at, "properties"))) return plain("object", at, either);
  return plain("json", at, either);
}

function itemOf(root: ObjectNode | null, array: ObjectNode): FormField["item"] {
  const items = objectOf(member(array, "items"));
  const at = items && settled(root, items).at;
  if (!at || member(at, "enum")) return null;
  const { types, orNull } = typesOf(at);
  const [type] = types;
  return types.length === 1 && !orNull && (type === "string" || type === "number" || type === "integer")
    ? type
    : null;
}

/** Follows local references, and treats "X or null" as nullable X. */
function settled(
  root: ObjectNode | null,
  schema: ObjectNode,
  steps = 0,
): { at: ObjectNode | null; nullable: boolean } {
  const ref = member(schema, "$ref");
  if (ref?.kind === "string") {
    const target = steps < 8 ? targetOf(root, ref.value) : null;
    return target ? settled(root, target, steps + 1) : { at: null, nullable: false };
  }
  const choice = member(schema, "anyOf") ?? member(schema, "oneOf");
  if (choice?.kind !== "array") return { at: schema, nullable: false };
  const branches = choice.items.flatMap((item) => objectOf(item) ?? []);
  const others = branches.filter((branch) => typesOf(branch).types.length > 0 || !typesOf(branch).orNull);
  const [only] = others;
  if (others.length !== 1 || !only || branches.length === others.length)
    return { at: schema, nullable: false };
  return { at: settled(root, only, steps + 1).at, nullable: true };
}

function targetOf(root: ObjectNode | null, ref: string): ObjectNode | null {
  const pointer = pointerIn(ref);
  if (pointer === null) return null;
  let at: JsonNode | null | undefined = root;
  for (const key of fromPointer(pointer)) at = member(objectOf(at), key);
  return objectOf(at);
}

function typesOf(schema: ObjectNode): { types: string[]; orNull: boolean } {
  const type = member(schema, "type");
  const nodes = type?.kind === "array" ? type.items : type ? [type] : [];
  const all = nodes.flatMap((node) => (node.kind === "string" ? [node.value] : []));
  return { types: all.filter((name) => name !== "null"), orNull: all.includes("null") };
}

function requiredOf(schema: ObjectNode | null): Set<string> {
  const required = member(schema, "required");
  const items = required?.kind === "array" ? required.items : [];
  return new Set(items.flatMap((item) => (item.kind === "string" ? [item.value] : [])));
}

/** Without a schema the form follows the sent value. */
function shapeOfValue(value: JsonNode | undefined): Shape {
  if (!value) return plain("json", null);
  if (value.kind === "string" || value.kind === "number" || value.kind === "object")
    return plain(value.kind, null);
  if (value.kind === "constant" && value.value !== null) return plain("boolean", null);
  if (value.kind === "array" && value.items.length > 0 && value.items.every((item) => item.kind === "string"))
    return { ...plain("list", null), item: "string" };
  return plain("json", null);
}

function fitsKind(value: JsonNode, { kind, item }: Shape): boolean {
  switch (kind) {
    case "string":
    case "object":
      return value.kind === kind;
    case "number":
      return value.kind === "number";
    case "integer":
      return value.kind === "number" && INTEGER.test(value.literal);
    case "boolean":
      return value.kind === "constant";
    case "list":
      return (
        value.kind === "array" &&
        value.items.every((one) => one.kind === (item === "string" ? "string" : "number"))
      );
    case "enum":
      return value.kind !== "object" && value.kind !== "array";
    case "json":
      return true;
  }
}

function nowOf(text: string, value: JsonNode | undefined, kind: FieldKind): FieldNow {
  if (!value) return { state: "absent" };
  if (isNull(value)) return { state: "null" };
  const exact = (node: JsonNode) => text.slice(node.start, node.end);
  const shown = (node: JsonNode) => (node.kind === "string" ? node.value : exact(node));
  const items =
    kind === "list" && value.kind === "array"
      ? value.items.map((node) => ({ text: shown(node), literal: exact(node) }))
      : [];
  return { state: "value", text: kind === "json" || kind === "enum" ? exact(value) : shown(value), items };
}

function readSchema(text: string): ObjectNode | null {
  try {
    return objectOf(parseJson(text));
  } catch (error) {
    if (error instanceof JsonError) return null; // the form follows the sent arguments instead
    throw error;
  }
}
