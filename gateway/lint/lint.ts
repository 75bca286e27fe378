import { nameAndHints, riskAndBehaviour, wordsAndHints } from "./behaviour-checks";
import type { Check } from "./checks";
import type { Surroundings, ToolDefinition } from "./definition";
import { description, workflow } from "./description-checks";
import { undescribed } from "./descriptions";
import { dates, ordinals, requiredNames, serverManaged, types, vocabularies } from "./field-checks";
import { emptyLists, examples, freeForm, items } from "./list-checks";
import { placesOf } from "./places";
import { patterns, references } from "./schema-checks";
import { FINDING_CODES, type Finding, type FindingCode, POINTER_MAX } from "./types";

// Characters of all descriptions together that are searched for names and examples.
const WORDS_CHARS = 20_000;

/** Limits a definition with hundreds of weaknesses. */
const FINDINGS_MAX = 50;

const CHECKS: readonly Check[] = [
  description,
  workflow,
  freeForm,
  serverManaged,
  references,
  patterns,
  types,
  vocabularies,
  ordinals,
  dates,
  emptyLists,
  items,
  requiredNames,
  examples,
  nameAndHints,
  wordsAndHints,
  riskAndBehaviour,
];

const SAYS_MORE = new Set<FindingCode>([
  "server_managed",
  "missing_enum",
  "ordinal_unexplained",
  "no_cheatsheet",
]);

const ALONE: Surroundings = { names: [], serverManaged: [] };

/**
 * What in a definition makes agents fail: warnings first, then in the order of the rules; at most
 * 50. Reads nothing else.
 */
export function lintTool(definition: ToolDefinition, around: Surroundings = ALONE): Finding[] {
  const places = placesOf(definition.inputSchema);
  const words = [definition.description, ...places.map((place) => place.description)]
    .join("\n")
    .slice(0, WORDS_CHARS)
    .toLowerCase();
  const found = CHECKS.flatMap((check) => check({ definition, places, words, around }));
  // One remark per missing part: a more specific one replaces "no description".
  const better = new Set(found.filter(({ code }) => SAYS_MORE.has(code)).map(({ pointer }) => pointer));
  const rest = places.filter(({ pointer }) => pointer.length <= POINTER_MAX && !better.has(pointer));
  return [...found, ...undescribed(definition, rest, around.apart)]
    .filter(({ pointer }) => pointer.length <= POINTER_MAX)
    .sort(byWeight)
    .slice(0, FINDINGS_MAX);
}

const weight = ({ severity, code }: Finding): number =>
  (severity === "warning" ? 0 : FINDING_CODES.length) + FINDING_CODES.indexOf(code);

/** Warnings before remarks, each in rule order. */
function byWeight(a: Finding, b: Finding): number {
  return weight(a) - weight(b);
}
