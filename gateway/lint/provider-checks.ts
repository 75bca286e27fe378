import type { ToolDefinition } from "./definition";
import { RULES } from "./finding";
import { groupedBy } from "./groups";
import { placesOf } from "./places";
import type { Finding } from "./types";
import { familyOf, singular, wordsOf } from "./words";

/** A weakness of several tools together. Its pointer is into the first one's definition. */
type ProviderFinding = Finding & { tools: readonly string[] };

// About four characters per token.
const CHARACTERS_PER_TOKEN = 4;

// A tenth of a context of 200,000 tokens, before the first question.
const TOKENS_MAX = 20_000;

const LARGEST_SHOWN = 3;

// Shorter texts are similar by chance.
const WORDS_MIN = 4;

const ALIKE_MIN = 0.9;

// Distinguishing text is in the first paragraphs, if anywhere.
const COMPARED_CHARS = 2_000;

// Pairwise comparison: above this many tools, each is compared only with the next ones in the list.
const NEIGHBOURS_MAX = 300;

/** Weaknesses of a provider's tools together. */
export function lintTogether(tools: readonly ToolDefinition[]): ProviderFinding[] {
  return [
    ...sameNames(tools),
    ...nearIdentical(tools),
    ...toolNames(tools),
    ...fieldNames(tools),
    ...cost(tools),
    ...rationale(tools),
  ];
}

function found(
  code: ProviderFinding["code"],
  tools: readonly string[],
  message: string,
  more: Partial<Pick<Finding, "severity" | "pointer" | "fields">> = {},
): ProviderFinding {
  return {
    code,
    severity: "info",
    pointer: "",
    message: `${message} ${RULES[code].fix}`,
    fields: [],
    proposal: null,
    patch: null,
    tools,
    ...more,
  };
}

function sameNames(tools: readonly ToolDefinition[]): ProviderFinding[] {
  const byName = groupedBy(tools, ({ name }) => name);
  return [...byName].flatMap(([name, { length }]) =>
    length < 2
      ? []
      : [
          found("duplicate_name", [name], `${length} tools are called ${name}.`, {
            severity: "warning",
            pointer: "/name",
          }),
        ],
  );
}

/** Each tool with later ones that describe themselves alike. */
function nearIdentical(tools: readonly ToolDefinition[]): ProviderFinding[] {
  const texts = tools.map(({ name, description }) => ({
    name,
    words: new Set(wordsOf(description.slice(0, COMPARED_CHARS))),
    opening: new Set(wordsOf(description.slice(0, COMPARED_CHARS).split(/[.!?](?:\s|$)|\n/)[0] ?? "")),
  }));
  return texts.flatMap((one, index) => {
    const others = texts
      .slice(index + 1, index + 1 + NEIGHBOURS_MAX)
      .filter((other) => other.name !== one.name && alike(one, other))
      .map(({ name }) => name);
    if (others.length === 0) return [];
    const message = `${one.name} and ${shown(others)} have nearly the same description.`;
    return [
      found("near_identical", [one.name, ...others], message, {
        severity: "warning",
        pointer: "/description",
      }),
    ];
  });
}

type Text = { name: string; words: ReadonlySet<string>; opening: ReadonlySet<string> };

/**
 * Whether two texts share nearly all words, and their tools' names do not contain the differing
 * ones.
 */
function alike(one: Text, other: Text): boolean {
  const sizes = [one.words.size, other.words.size];
  if (Math.min(...sizes) < Math.max(WORDS_MIN, ALIKE_MIN * Math.max(...sizes))) return false;
  const onlyIn = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((word) => !b.has(word));
  const share = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
    const both = a.size - onlyIn(a, b).length;
    return both / Math.max(1, a.size + b.size - both);
  };
  if (share(one.words, other.words) < ALIKE_MIN) return false;
  // All tools may end with the same paragraph, but each begins with its purpose.
  if (share(one.opening, other.opening) < ALIKE_MIN) return false;
  const [here, there] = [onlyIn(one.words, other.words), onlyIn(other.words, one.words)];
  const named = new Set([...wordsOf(one.name), ...wordsOf(other.name)].map(singular));
  return ![...here, ...there].some((word) => named.has(singular(word)));
}

type Style = "snake_case" | "kebab-case" | "camelCase";

function styleOf(name: string): Style | null {
  if (/^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(name)) return "snake_case";
  if (/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(name)) return "kebab-case";
  return /^[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]*)+$/.test(name) ? "camelCase" : null;
}

/** Names in a different style than most, if they are few. */
function odd(names: readonly string[]): { usual: Style; others: string[] } | null {
  const styles = groupedBy(
    names.filter((name) => styleOf(name) !== null),
    (name) => styleOf(name) as Style,
  );
  const [usual, ...rest] = [...styles].sort(([, a], [, b]) => b.length - a.length);
  return usual && rest.length > 0 ? { usual: usual[0], others: rest.flatMap(([, list]) => list) } : null;
}

const shown = (names: readonly string[]): string =>
  `${names.slice(0, LARGEST_SHOWN).join(", ")}${names.length > LARGEST_SHOWN ? ` and ${names.length - LARGEST_SHOWN} more` : ""}`;

function toolNames(tools: readonly ToolDefinition[]): ProviderFinding[] {
  const mixed = odd(tools.map(({ name }) => name));
  return mixed
    ? [
        found(
          "inconsistent_names",
          mixed.others,
          `Most tools are named in ${mixed.usual}; ${shown(mixed.others)} are not.`,
          { pointer: "/name" },
        ),
      ]
    : [];
}

type Spelled = { name: string; tool: string; pointer: string; types: ReadonlySet<string> };

/** One parameter in two spellings: `user_id` and `userId`. */
function fieldNames(tools: readonly ToolDefinition[]): ProviderFinding[] {
  const spellings = new Map<string, Spelled[]>();
  for (const { name: tool, inputSchema } of tools)
    for (const { name, pointer, shape } of placesOf(inputSchema)) {
      const words = wordsOf(name);
      // The author does not choose the spelling of placeholders such as `{{user_id}}` and HTTP
      // headers.
      if (words.length < 2 || styleOf(name) === null) continue;
      const known = spellings.get(words.join(" ")) ?? [];
      const [first] = known;
      // Different types are different parameters.
      const isSame = !first || [...shape.types].some((type) => first.types.has(type));
      if (isSame && known.every((one) => one.name !== name))
        known.push({ name, tool, pointer, types: shape.types });
      spellings.set(words.join(" "), known);
    }
  return [...spellings.values()].flatMap((known) => {
    const [first, ...others] = known;
    if (!first || others.length === 0) return [];
    const names = known.map(({ name, tool }) => `"${name}" (${tool})`).join(", ");
    const tellers = [...new Set(known.map(({ tool }) => tool))];
    return [
      found("inconsistent_names", tellers, `One parameter is spelled ${names}.`, { pointer: first.pointer }),
    ];
  });
}

/** The token cost of a definition per conversation, estimated from its characters. */
function tokensOf({ name, description, inputSchema }: ToolDefinition): number {
  return Math.ceil(
    (name.length + description.length + JSON.stringify(inputSchema).length) / CHARACTERS_PER_TOKEN,
  );
}

function cost(tools: readonly ToolDefinition[]): ProviderFinding[] {
  const sized = tools
    .map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }))
    .sort((a, b) => b.tokens - a.tokens);
  const all = sized.reduce((sum, { tokens }) => sum + tokens, 0);
  if (all <= TOKENS_MAX) return [];
  const largest = sized.slice(0, LARGEST_SHOWN);
  const words = largest.map(({ name, tokens }) => `${name} (${tokens.toLocaleString("en")})`).join(", ");
  const message = `The definitions cost about ${all.toLocaleString("en")} tokens, most of them ${words}.`;
  return [
    found(
      "token_cost",
      largest.map(({ name }) => name),
      message,
    ),
  ];
}

/** Tools that change something without asking for a rationale. */
function rationale(tools: readonly ToolDefinition[]): ProviderFinding[] {
  const silent = tools.filter(({ name, inputSchema }) => {
    const family = familyOf(name);
    return (
      family !== null && family !== "read" && !asksWhy(Object.keys((inputSchema.properties as object) ?? {}))
    );
  });
  if (silent.length === 0) return [];
  const names = silent.map(({ name }) => name);
  return [
    found(
      "no_rationale",
      names,
      `${shown(names)} ${names.length === 1 ? "changes" : "change"} something and ${names.length === 1 ? "asks" : "ask"} for no rationale.`,
    ),
  ];
}

const asksWhy = (names: readonly string[]): boolean =>
  names.some((name) => /rationale|justification/i.test(name));
