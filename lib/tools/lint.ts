import { parseJson, toPointer } from "@/lib/core/json/parse";
import { isTrue, memberOf, type Parameter, parametersOf, requiredOf, type Source } from "./definition";
import { wordsOf } from "./name-words";
import type { Finding } from "./types";

/** A definition as it is stored: texts exactly as the server published them. */
type Definition = {
  name: string;
  description: string;
  inputSchemaText: string;
  annotationsText: string | null;
};

// Shorter than a sentence says no more than the name does.
const DESCRIPTION_MIN = 10;

// A definition with hundreds of undescribed parameters is one problem, not hundreds.
const FINDINGS_MAX = 50;

// First or last word of a name: `delete_file`, `file-delete`, `deleteFile`. Words that only sometimes destroy are left out.
const DESTRUCTIVE = new Set([
  "delete",
  "remove",
  "drop",
  "destroy",
  "purge",
  "erase",
  "wipe",
  "truncate",
  "uninstall",
  "terminate",
]);

const READING = new Set(["get", "list", "read", "search", "find", "fetch", "query", "describe", "count"]);

type Check = (definition: Definition, source: Source, parameters: readonly Parameter[]) => Finding[];

/** In the order in which findings are shown. */
const CHECKS: readonly Check[] = [description, types, requiredUnknown, parameterDescriptions, nameAndHints];

/** What in a definition makes agents fail, at most 50 findings. Needs nothing but the definition itself. */
export function lintDefinition(definition: Definition): Finding[] {
  const source = { text: definition.inputSchemaText, root: parseJson(definition.inputSchemaText) };
  const parameters = parametersOf(source);
  return CHECKS.flatMap((check) => check(definition, source, parameters)).slice(0, FINDINGS_MAX);
}

function description({ description: text }: Definition): Finding[] {
  if (text.trim().length >= DESCRIPTION_MIN) return [];
  return [
    {
      code: "missing_description",
      severity: "warning",
      pointer: "/description",
      message:
        "Agents choose tools by their description. Say what it does, when to use it and what it returns.",
    },
  ];
}

function types(_: Definition, __: Source, parameters: readonly Parameter[]): Finding[] {
  return parameters
    .filter((parameter) => !parameter.typed)
    .map((parameter) => ({
      code: "missing_type",
      severity: "warning",
      pointer: property(parameter.name),
      message: `"${parameter.name}" has no type: agents guess one. Add type, enum or anyOf.`,
    }));
}

function requiredUnknown(_: Definition, source: Source, parameters: readonly Parameter[]): Finding[] {
  const known = new Set(parameters.map((parameter) => parameter.name));
  return requiredOf(source.root).flatMap((name, index) =>
    known.has(name)
      ? []
      : [
          {
            code: "required_unknown" as const,
            severity: "warning" as const,
            pointer: toPointer(["inputSchema", "required", index]),
            message: `"${name}" is required but not among the properties, so no call can be valid. Describe it or drop it.`,
          },
        ],
  );
}

function parameterDescriptions(_: Definition, __: Source, parameters: readonly Parameter[]): Finding[] {
  return parameters
    .filter((parameter) => !parameter.description?.trim())
    .map((parameter) => ({
      code: "undescribed_parameter",
      severity: parameter.required ? "warning" : "info",
      pointer: property(parameter.name),
      message: `"${parameter.name}" has no description. Say what it means, where its value comes from, and an example.`,
    }));
}

/** Hints are shown and compared, never obeyed: a mismatch is for people to look at. */
function nameAndHints({ name, annotationsText }: Definition): Finding[] {
  const annotations = annotationsText === null ? undefined : parseJson(annotationsText);
  const words = wordsOf(name);
  const ends = [words[0], words.at(-1)].filter((word) => word !== undefined);
  const destructive = ends.some((word) => DESTRUCTIVE.has(word));
  const readOnly = isTrue(memberOf(annotations, "readOnlyHint"));
  const saysDestructive = isTrue(memberOf(annotations, "destructiveHint"));
  const mismatch = (message: string): Finding[] => [
    { code: "name_annotation_mismatch", severity: "warning", pointer: "/annotations", message },
  ];
  if (destructive && readOnly)
    return mismatch(`The name says it destroys something, but readOnlyHint says it only reads.`);
  if (destructive && !saysDestructive)
    return mismatch("The name says it destroys something, but destructiveHint is not true.");
  if (readOnly && saysDestructive) return mismatch("readOnlyHint and destructiveHint are both true.");
  if (saysDestructive && READING.has(words[0] ?? ""))
    return mismatch("The name says it only reads, but destructiveHint says it destroys something.");
  return [];
}

function property(name: string): string {
  return toPointer(["inputSchema", "properties", name]);
}
