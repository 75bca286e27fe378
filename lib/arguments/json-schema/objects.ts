import type { JsonNode } from "@/lib/core/json/parse";
import { toPointer } from "@/lib/core/json/pointers";
import { misused, NotChecked } from "./obstacles";
import { type Applicator, broken, FITS, type Judge, merged, type Outcome, type Site } from "./outcome";
import { namedIn, textIn, textsIn } from "./values";

type Member = { key: string; value: JsonNode };

const UNKNOWN = "The tool's definition has no such argument.";

const NONE: JsonNode = { kind: "object", members: [], start: 0, end: 0 };

const membersOf = (node: JsonNode): readonly Member[] => (node.kind === "object" ? node.members : []);

const pointerTo = (site: Site, key: string) => site.pointer + toPointer([key]);

function has(node: JsonNode, key: string): boolean {
  return membersOf(node).some((member) => member.key === key);
}

/** Applies a schema to each of these members. One that allows nothing makes them unknown. */
function applyToEach(schema: JsonNode, members: readonly Member[], site: Site, judge: Judge): Outcome {
  const outcomes = members.map(({ key, value }) => {
    const pointer = pointerTo(site, key);
    judge.work(1);
    if (schema.kind === "constant" && schema.value === false) return broken({ pointer, message: UNKNOWN });
    return judge.apply(schema, site, { node: value, pointer });
  });
  return judge.having(
    merged(outcomes),
    members.map((member) => member.value),
  );
}

const properties: Applicator = (rule, site, judge) => {
  if (rule.kind !== "object") throw misused("properties");
  const schemas = judge.rulesOf(rule);
  return merged(
    membersOf(site.node).map((member) => {
      const schema = schemas.get(member.key);
      return schema ? applyToEach(schema, [member], site, judge) : FITS;
    }),
  );
};

/**
 * Whether a name matches a pattern that decides about other members. If unknown, the whole check
 * fails.
 */
function matches(pattern: string, name: string, judge: Judge): boolean {
  const found = judge.matches(pattern, name);
  if (found === null) throw new NotChecked("one of its patterns cannot be run in time");
  return found;
}

const patternProperties: Applicator = (rule, site, judge) =>
  merged(
    namedIn(rule, "patternProperties").map(({ key: pattern, value: schema }) => {
      const meant = membersOf(site.node).filter(({ key }) => matches(pattern, key, judge));
      return applyToEach(schema, meant, site, judge);
    }),
  );

const additionalProperties: Applicator = (rule, site, judge) => {
  const named = judge.rulesOf(site.rules.get("properties") ?? NONE);
  const patterns = membersOf(site.rules.get("patternProperties") ?? NONE).map((member) => member.key);
  const others = membersOf(site.node).filter(
    ({ key }) => !named.has(key) && !patterns.some((pattern) => matches(pattern, key, judge)),
  );
  return applyToEach(rule, others, site, judge);
};

/** Members that no other rule evaluated. */
export function unevaluatedProperties(
  rule: JsonNode,
  site: Site,
  judge: Judge,
  seen: ReadonlySet<JsonNode>,
): Outcome {
  const others = membersOf(site.node).filter(({ value }) => !seen.has(value));
  return applyToEach(rule, others, site, judge);
}

const propertyNames: Applicator = (rule, site, judge) =>
  broken(
    ...membersOf(site.node).flatMap(({ key }) => {
      const pointer = pointerTo(site, key);
      const name: JsonNode = { kind: "string", value: key, start: 0, end: 0 };
      const { violations, unsure } = judge.apply(rule, site, { node: name, pointer });
      if (unsure) throw new NotChecked("one of its patterns cannot be run in time");
      return violations.length > 0
        ? [{ pointer, message: "The tool's definition allows no argument of this name." }]
        : [];
    }),
  );

const required: Applicator = (rule, site) => {
  const names = textsIn(rule, "required");
  if (site.node.kind !== "object") return FITS;
  const described = new Map(
    membersOf(site.rules.get("properties") ?? NONE).map(({ key, value }) => [key, value]),
  );
  return broken(
    ...names
      .filter((name) => !has(site.node, name))
      .map((name) => {
        const type = membersOf(described.get(name) ?? NONE).find(({ key }) => key === "type")?.value;
        const what = type?.kind === "string" ? ` (${type.value})` : "";
        return { pointer: pointerTo(site, name), message: `Required by the tool's definition${what}.` };
      }),
  );
};

function requiredBeside(name: string, names: readonly string[], site: Site): Outcome {
  return broken(
    ...names
      .filter((one) => !has(site.node, one))
      .map((one) => ({
        pointer: pointerTo(site, one),
        message: `Required by the tool's definition together with “${name}”.`,
      })),
  );
}

/** Requirements of a present member: other members, or a schema for the whole. */
const dependents =
  (keyword: string): Applicator =>
  (rule, site, judge) =>
    merged(
      namedIn(rule, keyword)
        .filter(({ key }) => has(site.node, key))
        .map(({ key, value }) => {
          if (keyword === "dependentRequired" || value.kind === "array")
            return requiredBeside(key, textsIn(value, keyword), site);
          if (value.kind === "string") return requiredBeside(key, [textIn(value, keyword)], site);
          return judge.apply(value, site);
        }),
    );

export const OBJECT_RULES: ReadonlyMap<string, Applicator> = new Map([
  ["properties", properties],
  ["patternProperties", patternProperties],
  ["additionalProperties", additionalProperties],
  ["propertyNames", propertyNames],
  ["required", required],
  ["dependentRequired", dependents("dependentRequired")],
  ["dependentSchemas", dependents("dependentSchemas")],
  ["dependencies", dependents("dependencies")],
]);
