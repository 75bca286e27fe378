import type { ToolDefinition } from "./definition";
import { RULES } from "./finding";
import { groupedBy } from "./groups";
import { placesOf } from "./places";
import type { Finding } from "./types";
import { familyOf, singular, wordsOf } from "./words";

/** A weakness of several tools together. Its pointer is into the definition of the first. */
type ProviderFinding = Finding & { tools: readonly string[] };

// About four characters make a token.
const CHARACTERS_PER_TOKEN = 4;

// A tenth of a context of 200,000 tokens, before the first question.
const TOKENS_MAX = 20_000;

const LARGEST_SHOWN = 3;

// Shorter texts are alike by chance.
const WORDS_MIN = 4;

const ALIKE_MIN = 0.9;

// What tells two tools apart is said in the first paragraphs, if anywhere.
const COMPARED_CHARS = 2_000;

// Pairs are compared one by one: past this many tools, only each with the next ones in the list.
const NEIGHBOURS_MAX = 300;

/** What in a provider's tools together makes agents fail. */
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

/** Names that several tools of the list have. */
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

/** Each tool with those after it that say the same of themselves. */
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

/** Whether two texts have nearly the same words, and none in which they differ is what their tools are named after. */
function alike(one: Text, other: Text): boolean {
  const sizes = [one.words.size, other.words.size];
  if (Math.min(...sizes) < Math.max(WORDS_MIN, ALIKE_MIN * Math.max(...sizes))) return false;
  const onlyIn = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((word) => !b.has(word));
  const share = (a: ReadonlySet<string>, b: ReadonlySet<string>) => {
    const both = a.size - onlyIn(a, b).length;
    return both / Math.max(1, a.size + b.size - both);
  };
  if (share(one.words, other.words) < ALIKE_MIN) return false;
  // All tools of a server may end with the same paragraph; each begins with what it is for.
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

/** Names in another style than most, when there are few of them beside many. */
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

/** The same parameter under two spellings: `user_id` here, `userId` there. */
function fieldNames(tools: readonly ToolDefinition[]): ProviderFinding[] {
  const spellings = new Map<string, Spelled[]>();
  for (const { name: tool, inputSchema } of tools)
    for (const { name, pointer, shape } of placesOf(inputSchema)) {
      const words = wordsOf(name);
      // Placeholders such as `{{user_id}}` and HTTP headers are not spelled by the author.
      if (words.length < 2 || styleOf(name) === null) continue;
      const known = spellings.get(words.join(" ")) ?? [];
      const [first] = known;
      // Two types are two parameters.
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

/** The tokens that a definition costs each conversation, estimated from its characters. */
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

/** Tools that change something and do not ask why. */
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
