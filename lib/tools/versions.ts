import { canonicalJson } from "@/lib/core/json/canonical";
import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import { memberOf, type Parameter, parametersOf } from "./definition";
import type { DefinitionChange, ToolVersionView } from "./types";

export type Definition = Pick<
  ToolVersionView,
  "description" | "inputSchemaText" | "outputSchemaText" | "annotationsText"
>;

/** Changes between definitions, the parts that calls depend on first. */
export function diffDefinitions(before: Definition, after: Definition): DefinitionChange[] {
  const parameters = parameterChanges(before, after);
  // A schema can change outside its parameters: additionalProperties, oneOf, $defs.
  const rest = differs(before.inputSchemaText, after.inputSchemaText) && parameters.length === 0;
  return [
    ...parameters,
    ...(rest ? [whole("schema", null, null)] : []),
    ...(before.description === after.description
      ? []
      : [whole("description", before.description, after.description)]),
    ...partChange("output", before.outputSchemaText, after.outputSchemaText),
    ...annotationChanges(before.annotationsText, after.annotationsText),
  ];
}

function whole(
  part: DefinitionChange["part"],
  before: string | null,
  after: string | null,
): DefinitionChange {
  return { part, kind: "changed", name: null, aspects: [], before, after };
}

function differs(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return before !== after;
  return canonicalJson(parseJson(before)) !== canonicalJson(parseJson(after));
}

function partChange(part: "output", before: string | null, after: string | null): DefinitionChange[] {
  if (!differs(before, after)) return [];
  const kind = before === null ? "added" : after === null ? "removed" : "changed";
  return [{ part, kind, name: null, aspects: [], before: null, after: null }];
}

const read = (text: string) => parametersOf({ text, root: parseJson(text) });

function parameterChanges(before: Definition, after: Definition): DefinitionChange[] {
  const old = new Map(read(before.inputSchemaText).map((one) => [one.name, one]));
  const now = new Map(read(after.inputSchemaText).map((one) => [one.name, one]));
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names.flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    const aspects = was && is ? aspectsOf(was, is) : [];
    if (was && is && aspects.length === 0) return [];
    return [
      {
        part: "parameter" as const,
        kind: !was ? ("added" as const) : !is ? ("removed" as const) : ("changed" as const),
        name,
        aspects,
        before: was ? parameterWords(was) : null,
        after: is ? parameterWords(is) : null,
      },
    ];
  });
}

function aspectsOf(was: Parameter, is: Parameter): DefinitionChange["aspects"] {
  return [
    ...(was.type === is.type ? [] : (["type"] as const)),
    ...(was.required === is.required ? [] : (["required"] as const)),
    ...(was.description === is.description ? [] : (["description"] as const)),
    ...(was.defaultText === is.defaultText ? [] : (["default"] as const)),
  ];
}

function parameterWords({ type, required, defaultText }: Parameter): string {
  return `${type}${required ? ", required" : ""}${defaultText === null ? "" : `, default ${defaultText}`}`;
}

function annotationChanges(before: string | null, after: string | null): DefinitionChange[] {
  const old = before === null ? undefined : parseJson(before);
  const now = after === null ? undefined : parseJson(after);
  const keys = [old, now].flatMap((node) =>
    node?.kind === "object" ? node.members.map(({ key }) => key) : [],
  );
  return [...new Set(keys)].flatMap((name) => {
    const [was, is] = [memberOf(old, name), memberOf(now, name)].map((node) =>
      node ? canonicalJson(node) : null,
    );
    if (was === is) return [];
    const kind = was === null ? "added" : is === null ? "removed" : "changed";
    return [{ part: "annotation" as const, kind, name, aspects: [], before: was ?? null, after: is ?? null }];
  });
}

/** A definition as lines for a diff: sorted keys, exact digits, one value per line. */
export function definitionText(definition: Definition): string {
  const part = (title: string, text: string | null) =>
    text === null ? [] : [title, prettyJson(parseJson(text)), ""];
  return [
    "description",
    definition.description,
    "",
    ...part("inputSchema", definition.inputSchemaText),
    ...part("outputSchema", definition.outputSchemaText),
    ...part("annotations", definition.annotationsText),
  ].join("\n");
}

/** The lossless canonical form with line breaks: equal values give equal text. */
export function prettyJson(node: JsonNode, indent = ""): string {
  const inner = `${indent}  `;
  if (node.kind === "object" && node.members.length > 0) {
    const members = node.members.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const lines = members.map(
      ({ key, value }) => `${inner}${JSON.stringify(key)}: ${prettyJson(value, inner)}`,
    );
    return `{\n${lines.join(",\n")}\n${indent}}`;
  }
  if (node.kind === "array" && node.items.length > 0)
    return `[\n${node.items.map((item) => inner + prettyJson(item, inner)).join(",\n")}\n${indent}]`;
  return canonicalJson(node);
}
