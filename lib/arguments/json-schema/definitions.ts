import type { JsonNode } from "@/lib/core/json/parse";
import { fromPointer } from "@/lib/core/json/pointers";
import { NotChecked } from "./obstacles";

export type Draft = 4 | 6 | 7 | 2019 | 2020;

const DRAFTS: Readonly<Record<string, Draft>> = {
  "json-schema.org/draft-04/schema": 4,
  "json-schema.org/draft-06/schema": 6,
  "json-schema.org/draft-07/schema": 7,
  "json-schema.org/draft/2019-09/schema": 2019,
  "json-schema.org/draft/2020-12/schema": 2020,
};

// The draft that MCP assumes without $schema.
const DEFAULT_DRAFT: Draft = 2020;

// Base for relative references; nothing is ever fetched.
const BASE = "https://definition.invalid/";

// Keywords that contain schemas: one, a list, or by name.
const ONE = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
const LIST = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
const BY_NAME = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

export type Resource = {
  uri: string;
  root: JsonNode;
  draft: Draft;
  anchors: Map<string, JsonNode>;
  dynamicAnchors: Map<string, JsonNode>;
  /** 2019-09's `$recursiveAnchor`. */
  recursive: boolean;
};

export type Target = { target: JsonNode; fragment: string };

export type Rules = ReadonlyMap<string, JsonNode>;

const NO_RULES: Rules = new Map();

/** All schemas in one text, and the targets of their references. */
export class Definitions {
  readonly root: JsonNode;
  /** Whether a rule depends on which values other rules evaluated. */
  usesUnevaluated = false;
  /** Whether a reference depends on the path to it. */
  usesDynamicRefs = false;
  private readonly resources = new Map<string, Resource>();
  private readonly homes = new Map<JsonNode, Resource>();
  private readonly rules = new Map<JsonNode, Rules>();
  private readonly referred = new Map<Resource, Map<string, Target>>();

  constructor(root: JsonNode) {
    this.root = root;
    const base = newResource(BASE, root, DEFAULT_DRAFT);
    this.resources.set(BASE, base);
    this.index(root, base);
  }

  rulesOf(schema: JsonNode): Rules {
    if (schema.kind !== "object") return NO_RULES;
    const known = this.rules.get(schema);
    if (known) return known;
    const rules = new Map(schema.members.map(({ key, value }) => [key, value]));
    this.rules.set(schema, rules);
    return rules;
  }

  homeOf(schema: JsonNode): Resource {
    const home = this.homes.get(schema);
    if (!home) throw new NotChecked("its definition contains something that is not a definition");
    return home;
  }

  /**
   * Resolves a reference.
   * @throws NotChecked if this text does not contain it, because nothing is fetched
   */
  resolve(reference: string, from: Resource): Target {
    const known = this.referred.get(from) ?? new Map<string, Target>();
    this.referred.set(from, known);
    const target = known.get(reference) ?? this.find(reference, from);
    known.set(reference, target);
    return target;
  }

  private find(reference: string, from: Resource): Target {
    const url = absolute(reference, from.uri);
    const fragment = decoded(url.hash.slice(1));
    url.hash = "";
    const resource = this.resources.get(url.href);
    if (!resource) throw new NotChecked("its definition refers to another document");
    const target =
      fragment === "" || fragment.startsWith("/")
        ? this.walk(resource, fragment)
        : (resource.anchors.get(fragment) ?? resource.dynamicAnchors.get(fragment));
    if (!target) throw new NotChecked("its definition refers to something it does not contain");
    return { target, fragment };
  }

  private walk(resource: Resource, pointer: string): JsonNode | undefined {
    let at: JsonNode | undefined = resource.root;
    let home = resource;
    for (const key of fromPointer(pointer)) {
      at = at.kind === "array" ? at.items[Number(key)] : this.rulesOf(at).get(key);
      if (!at) return undefined;
      home = this.homes.get(at) ?? home;
    }
    if (!this.homes.has(at)) this.index(at, home);
    return at;
  }

  private index(schema: JsonNode, around: Resource): void {
    const rules = this.rulesOf(schema);
    const home = this.ownResource(schema, rules, around);
    this.homes.set(schema, home);
    const anchor = rules.get("$anchor");
    if (anchor?.kind === "string") home.anchors.set(anchor.value, schema);
    const dynamic = rules.get("$dynamicAnchor");
    if (dynamic?.kind === "string") home.dynamicAnchors.set(dynamic.value, schema);
    const recursive = rules.get("$recursiveAnchor");
    if (recursive?.kind === "constant" && recursive.value === true) home.recursive = true;
    this.usesDynamicRefs ||= rules.has("$dynamicRef") || rules.has("$recursiveRef");
    this.usesUnevaluated ||= rules.has("unevaluatedItems") || rules.has("unevaluatedProperties");
    for (const [key, value] of rules) for (const below of schemasIn(key, value)) this.index(below, home);
  }

  private ownResource(schema: JsonNode, rules: Rules, around: Resource): Resource {
    const draft = this.draftOf(schema, rules, around);
    const id = rules.get(draft === 4 ? "id" : "$id");
    // Up to draft 7 a reference overrides its sibling keywords.
    if (id?.kind !== "string" || (draft <= 7 && rules.has("$ref"))) {
      if (schema === around.root) around.draft = draft;
      return around;
    }
    const url = absolute(id.value, around.uri);
    const fragment = decoded(url.hash.slice(1));
    url.hash = "";
    const same = url.href === around.uri && schema !== around.root;
    const resource = same ? around : newResource(url.href, schema, draft);
    if (fragment) resource.anchors.set(fragment, schema);
    this.resources.set(resource.uri, resource);
    if (schema === this.root) this.resources.set(BASE, resource);
    return resource;
  }

  private draftOf(schema: JsonNode, rules: Rules, around: Resource): Draft {
    const named = rules.get("$schema");
    if (named?.kind !== "string" || (schema !== around.root && !rules.has("$id"))) return around.draft;
    const draft = DRAFTS[named.value.replace(/^https?:\/\//, "").replace(/#$/, "")];
    if (!draft)
      throw new NotChecked("its definition is in a version of JSON Schema that Countersign does not know");
    return draft;
  }
}

function newResource(uri: string, root: JsonNode, draft: Draft): Resource {
  return { uri, root, draft, anchors: new Map(), dynamicAnchors: new Map(), recursive: false };
}

function schemasIn(key: string, value: JsonNode): JsonNode[] {
  if (LIST.has(key) && value.kind === "array") return [...value.items];
  if (ONE.has(key) && value.kind !== "array") return [value];
  if (BY_NAME.has(key) && value.kind === "object") return value.members.map((member) => member.value);
  return [];
}

function absolute(reference: string, base: string): URL {
  if (!URL.canParse(reference, base)) throw new NotChecked("its definition refers to another document");
  return new URL(reference, base);
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A stray percent sign cannot be part of a name.
    throw new NotChecked("its definition refers to something it does not contain");
  }
}
