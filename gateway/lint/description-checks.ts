import type { Check } from "./checks";
import { finding } from "./checks";
import { pointerOf } from "./definition";
import { isReadable, showsExample } from "./prose";
import { familyOf, isVerb, singular, subjectOf, wordsOf } from "./words";

// Anything shorter adds nothing to the name.
const DESCRIPTION_MIN = 10;

// Claude Code truncates descriptions at 2 KB; others send everything and pay for it.
const DESCRIPTION_LONG = 2_048;

/** Words without meaning on their own. */
const FILLERS = new Set(
  "a an the this that these of in on to for from with by and or as at is it its all any one some given specific specified existing new tool will use used allows you your".split(
    " ",
  ),
);

export const description: Check = ({ definition: { name, description: text } }) => {
  const length = text.trim().length;
  if (spelledOut(text.trim()) < DESCRIPTION_MIN || !/\p{L}/u.test(text))
    return [
      finding(
        "missing_description",
        "/description",
        "Agents choose tools by their description, and this one has none.",
        {
          severity: "warning",
        },
      ),
    ];
  if (repeatsName(name, text))
    return [finding("tautological_description", "/description", "The description only repeats the name.")];
  if (length > DESCRIPTION_LONG)
    return [
      finding(
        "overlong_description",
        "/description",
        `The description has ${length.toLocaleString("en")} characters; some clients cut it off after ${DESCRIPTION_LONG.toLocaleString("en")}.`,
      ),
    ];
  return [];
};

// Scripts with denser text per character, or without spaces.
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const LETTERS_A_SIGN = 3;

/** The approximate length in Latin letters. */
const spelledOut = (text: string): number =>
  text.length + (LETTERS_A_SIGN - 1) * (text.slice(0, DESCRIPTION_MIN).match(DENSE)?.length ?? 0);

/** Whether every meaningful word of a description is in the name. */
function repeatsName(name: string, text: string): boolean {
  const inName = new Set(wordsOf(name).map(stem));
  // Words with letters that names cannot have are not in the name.
  if (/\p{L}/u.test(text.replace(/[a-z]/gi, ""))) return false;
  const said = wordsOf(text.replaceAll("'", "")).filter((word) => !FILLERS.has(word));
  return said.length > 0 && said.every((word) => inName.has(stem(word)));
}

/** `creates`, `created` and `creating` are all `creat`, as `create` is. */
function stem(word: string): string {
  return singular(word).replace(/(?:ing|ed|e)$/, "");
}

/**
 * Ids without a stated source although the provider has a tool that returns them; and the next
 * step.
 */
export const workflow: Check = ({ definition, places, words, around }) => {
  // A server may have a thousand tools: those without ids are not compared.
  const asked = places.filter((place) => place.depth === 0 && (place.required || place.description === ""));
  if (!asked.some(({ name }) => identified(name))) return [];
  const others = around.names.filter((name) => name !== definition.name);
  if (others.some((name) => namesTool(words, name))) return [];
  const fed = asked.flatMap((place) => {
    const source = sourceOf(place.name, definition.name, others);
    return source === null || saysSource(place.description) ? [] : [{ place, source }];
  });
  if (fed.length === 0) return [];
  const next = nextOf(definition.name, others);
  const sentences = [
    ...fed.map(({ place, source }) => `\`${place.path}\` comes from \`${source}\`.`),
    ...(next === null ? [] : [`Afterwards call \`${next}\` with the id it returns.`]),
  ];
  const proposal = [ended(definition.description.trim()), ...sentences].join(
    definition.description.includes("\n") ? "\n" : " ",
  );
  return [
    finding(
      "no_workflow_context",
      "/description",
      `${fed.map(({ place, source }) => `"${place.path}" is what ${source} gives`).join(", ")}; the definition does not say so.`,
      {
        fields: fed.map(({ place }) => place.path),
        proposal: sentences.join(" "),
        patch: [{ op: "replace", path: pointerOf("description"), value: proposal }],
      },
    ),
  ];
};

/** Adds a missing full stop to a text. */
const ended = (text: string): string => (/[\p{L}\p{N})"'`]$/u.test(text) ? `${text}.` : text);

const namesTool = (words: string, name: string): boolean =>
  words.includes(name.toLowerCase()) && wordsOf(name).length > 1;

const saysSource = (text: string): boolean =>
  !isReadable(text) ||
  showsExample(text) ||
  /\b(?:from|returned|obtained|found in|see|list|search|get)\b|https?:|e\.g|\bcan be\b/i.test(text) ||
  takesKnownName(text);

/** Whether it accepts another value that users may know: `Project id or its full path`. */
const takesKnownName = (text: string): boolean =>
  /\bids? (?:or|\/) [^.;]{0,40}\b(?:path|name|slug|url|key|email|handle|title)\b/i.test(text.slice(0, 200));

/**
 * The thing a name ending in `_id` identifies: `test_set` for `test_set_id` and `testSetId`; null
 * for other names.
 */
function identified(name: string): string[] | null {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (words.length < 2 || (last !== "id" && last !== "ids")) return null;
  return words.slice(0, -1).map(singular);
}

/** The tool that lists, finds or else creates what an id identifies; null without one. */
function sourceOf(field: string, tool: string, names: readonly string[]): string | null {
  const thing = identified(field);
  if (thing === null) return null;
  const asking = ` ${wordsOf(tool).map(singular).join(" ")} `;
  // Existing things were mostly created by others.
  const isExisting = ["read", "update", "delete"].includes(familyOf(tool) ?? "");
  const creates = (name: string) => !isExisting && verbOf(name) === "create";
  for (const isSource of [findsMany, creates]) {
    const giving = names.filter((name) => isSource(name) && gives(subjectOf(name), thing, asking));
    const longest = Math.max(...giving.map((name) => subjectOf(name).length));
    const best = giving.filter((name) => subjectOf(name).length === longest);
    if (best[0] !== undefined) return best[0];
  }
  return null;
}

/**
 * Whether a tool on this subject returns the thing: `list_endpoints` an endpoint,
 * `create_test_set_bulk` a test set. The asking tool has to share the qualifier (`received` of
 * `received_email`).
 */
function gives(subject: readonly string[], thing: readonly string[], asking: string): boolean {
  const named = /^(?:bulk|list)$/.test(subject.at(-1) ?? "") ? subject.slice(0, -1) : subject;
  const words = named[0] === "all" ? named.slice(1) : named;
  return (
    words.slice(-thing.length).join(" ") === thing.join(" ") &&
    (words.length === thing.length || asking.includes(` ${words.join(" ")} `))
  );
}

/** Whether a tool lists things: `list_specs`, `searchSpecs`, and `get_all_specs`, but not `get_spec`. */
function findsMany(name: string): boolean {
  const verb = verbOf(name);
  if (/^(?:list|search|find)$/.test(verb)) return true;
  const last = wordsOf(name).at(-1) ?? "";
  return /^(?:get|fetch|retrieve|query)$/.test(verb) && (singular(last) !== last || last === "list");
}

const verbOf = (name: string): string => wordsOf(name).find(isVerb) ?? "";

/**
 * The tool that uses what a creating one returns: `execute_test_configuration` after
 * `create_test_configuration`.
 */
function nextOf(name: string, names: readonly string[]): string | null {
  if (verbOf(name) !== "create") return null;
  const subject = subjectOf(name).join("_");
  return (
    names.find(
      (other) =>
        /^(?:execute|run|publish|send|submit)$/.test(verbOf(other)) && subjectOf(other).join("_") === subject,
    ) ?? null
  );
}
