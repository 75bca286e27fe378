import { member, objectOf } from "@/lib/arguments/nodes";
import type { Tx } from "@/lib/core/db";
import { JsonError, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { compilePattern, folded } from "./conditions/patterns";
import { type ArgumentCondition, LENGTH_OPS, NUMBER_OPS } from "./conditions/types";
import type { Policy, PolicyWarning } from "./types";

// What the definitions of a policy's tools say about the arguments that it names.

/** Beyond so many tools a policy is for tools of all kinds: their definitions say nothing together. */
const TOOLS_MAX = 30;

/** Of all policies together, in characters; larger definitions are not read. */
const SCHEMA_MAX = 64 * 1024;

const NAMED_MAX = 5;

const REFS_MAX = 8;

type Defined = { name: string; schema: JsonNode };

/**
 * For each policy, warnings about arguments that no definition of its tools has, or has with a type
 * that the comparison does not fit. Reads the definitions of at most TOOLS_MAX tools per policy.
 */
export async function findDefinitionWarnings(
  tx: Tx,
  policies: readonly Policy[],
): Promise<PolicyWarning[][]> {
  const asking = policies.map(
    ({ match, budget }) => match.tools.length > 0 && (match.arguments.length > 0 || budget?.of),
  );
  if (!asking.some(Boolean)) return policies.map(() => []);
  const tools = await tx.$queryRaw<{ id: string; name: string; provider: string }[]>`
    select id, name, provider from tools order by name, id`;
  const fitting = policies.map((policy, at) => (asking[at] ? toolsOf(policy, tools) : []));
  const wanted = [...new Set(fitting.flatMap((some) => some.map(({ id }) => id)))];
  const rows = await tx.$queryRaw<{ id: string; schema: string }[]>`
    select t.id, v.input_schema as schema from tools t join tool_versions v on v.tool_id = t.id and v.version = t.version
    where t.id = any(${wanted}::uuid[]) and length(v.input_schema) <= ${SCHEMA_MAX}::int`;
  const schemas = new Map(rows.map(({ id, schema }) => [id, parsed(schema)]));
  return policies.map((policy, at) => {
    const defined = (fitting[at] ?? []).flatMap(({ id, name }) => {
      const schema = schemas.get(id);
      return schema ? { name, schema } : [];
    });
    return defined.length > 0 && defined.length === fitting[at]?.length ? warningsOf(policy, defined) : [];
  });
}

function toolsOf<T extends { name: string; provider: string }>({ match }: Policy, tools: readonly T[]): T[] {
  const names = match.tools.map(compilePattern);
  const providers = match.providers.map(compilePattern);
  const found = tools.filter(
    ({ name, provider }) =>
      names.some((fits) => fits(folded(name))) &&
      (providers.length === 0 || providers.some((fits) => fits(folded(provider)))),
  );
  return found.length > TOOLS_MAX ? [] : found;
}

function parsed(text: string): JsonNode | null {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

function warningsOf({ match, budget }: Policy, defined: readonly Defined[]): PolicyWarning[] {
  const conditions = match.arguments.flatMap((one, at) => {
    // Where an argument must not be, its absence from a definition is no mistake.
    if (one.op === "missing") return [];
    const message = messageOf(one, defined);
    return message === null ? [] : [{ pointer: `/match/arguments/${at}/path`, message }];
  });
  const sum = budget?.of ? messageOf({ path: budget.of, op: "at_most", value: 0 }, defined) : null;
  return sum === null ? conditions : [...conditions, { pointer: "/budget/of", message: sum }];
}

function messageOf(condition: ArgumentCondition, defined: readonly Defined[]): string | null {
  const places = defined.map(({ schema }) => placesAt(schema, stepsOf(condition.path)));
  if (places.some((place) => place === null)) return null;
  const found = places.flatMap((place) => place?.found ?? []);
  const [{ name }] = defined as [Defined];
  const whose = defined.length === 1 ? `“${name}”` : `None of the ${defined.length} tools of this policy`;
  const path = condition.path.slice(1);
  if (found.length === 0) {
    const lacks = defined.length === 1 ? "takes no argument" : "takes an argument";
    return `${whose} ${lacks} “${path}”.${insteadOf(places.flatMap((place) => place?.lacking ?? []))}`;
  }
  return typeWords(condition, path, found);
}

type Lacking = { step: string; names: readonly string[]; before: string };

function insteadOf(lacking: readonly Lacking[]): string {
  const near = lacking.flatMap(({ step, names, before }) =>
    names.filter((name) => isNear(step, name)).map((name) => `${before}${name}`),
  );
  if (near.length > 0) return ` There is “${[...new Set(near)].slice(0, NAMED_MAX).join("”, “")}”.`;
  const all = [...new Set(lacking.flatMap(({ names, before }) => names.map((name) => `${before}${name}`)))];
  return all.length === 0 || all.length > NAMED_MAX ? "" : ` There is “${all.join("”, “")}”.`;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The same but for case and signs, or one within the other. */
function isNear(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  return a === b || (a.length > 2 && b.includes(a)) || (b.length > 2 && a.includes(b));
}

const isIn = (ops: readonly string[], op: string) => ops.includes(op);

/** Why a comparison does not fit the types of an argument; null if it fits one, or they are unknown. */
function typeWords({ op, path }: ArgumentCondition, name: string, found: readonly JsonNode[]): string | null {
  const types = found.map(typesOf);
  const all = (type: string) =>
    types.every((some) => some.length > 0 && some.every((one) => one === type || one === "null"));
  const isNumbers = isIn(NUMBER_OPS, op);
  if ((isNumbers || op === "matches") && all("array"))
    return `“${name}” is a list. Compare its items with ${path}/*, or their number with longer_than.`;
  if (isNumbers && all("object")) return `“${name}” is an object. Name one of its members.`;
  if (isNumbers && all("boolean")) return `“${name}” is true or false, not a number.`;
  if (isNumbers && all("string"))
    return `“${name}” is a text. One that is not exactly a number, such as "1,500", fits every policy that stops calls and none that lets them run.`;
  if (isIn(LENGTH_OPS, op) && (all("number") || all("integer")))
    return `“${name}” is a number and has no length.`;
  return null;
}

function typesOf(schema: JsonNode): string[] {
  const type = member(objectOf(schema), "type");
  if (type?.kind === "string") return [type.value];
  return type?.kind === "array" ? type.items.flatMap((one) => (one.kind === "string" ? one.value : [])) : [];
}

const stepsOf = (path: string) =>
  path
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The schemas at a path, and where the way ended; null where the definition leaves it open. */
type Places = { found: JsonNode[]; lacking: Lacking[] };

function placesAt(root: JsonNode, steps: readonly string[]): Places | null {
  let at: JsonNode[] = [root];
  const lacking: Lacking[] = [];
  let before = "";
  for (const step of steps) {
    const next: JsonNode[] = [];
    for (const schema of at.flatMap((one) => branchesOf(root, one))) {
      const inside = stepInto(schema, step);
      if (inside === null) return null;
      if (Array.isArray(inside)) next.push(...inside);
      else lacking.push({ step, names: inside.names, before });
    }
    if (next.length === 0) return { found: [], lacking };
    at = next;
    before = `${before}${step}/`;
  }
  return { found: at.flatMap((one) => branchesOf(root, one)), lacking: [] };
}

/** A schema behind its references, and each of its alternatives. */
function branchesOf(root: JsonNode, schema: JsonNode, refs = REFS_MAX): JsonNode[] {
  const object = objectOf(schema);
  const ref = member(object, "$ref");
  if (ref?.kind === "string") {
    const target = refs > 0 && ref.value.startsWith("#/") ? nodeAt(root, stepsOf(ref.value.slice(1))) : null;
    return target ? branchesOf(root, target, refs - 1) : [schema];
  }
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) => {
    const list = member(object, key);
    return list?.kind === "array" ? list.items : [];
  });
  if (parts.length === 0 || refs === 0) return [schema];
  const isPlain = member(object, "properties") || member(object, "type");
  return [...(isPlain ? [schema] : []), ...parts.flatMap((part) => branchesOf(root, part, refs - 1))];
}

function nodeAt(root: JsonNode, steps: readonly string[]): JsonNode | null {
  let at: JsonNode | undefined = root;
  for (const step of steps) at = member(objectOf(at), step);
  return at ?? null;
}

function stepInto(schema: JsonNode, step: string): JsonNode[] | { names: string[] } | null {
  const object = objectOf(schema);
  if (!object || member(object, "$ref")) return null;
  const items = member(object, "items");
  if (step === "*" || /^\d+$/.test(step)) {
    if (items?.kind === "object") return [items];
    const isList = typesOf(schema).includes("array") || items !== undefined;
    return isList || step === "*" ? null : { names: [] };
  }
  const properties = objectOf(member(object, "properties"))?.members ?? [];
  const found = properties.find(({ key }) => key === step);
  if (found) return [found.value];
  const types = typesOf(schema);
  const isOther = types.length > 0 && types.every((type) => type !== "object");
  if (isOther) return { names: [] };
  const isOpen = properties.length === 0 || member(object, "patternProperties") !== undefined;
  return isOpen ? null : { names: properties.map(({ key }) => key) };
}
