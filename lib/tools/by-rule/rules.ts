import { wordsOf } from "@/gateway/lint/words";
import type { JsonNode } from "@/lib/core/json/parse";
import { memberOf } from "../definition";
import type { Hints } from "../hints";
import { wordsOfTool } from "../name-words";
import { guardsLess, resolveRisk } from "../rating";
import type { Claim, RatingRule, RuleRating } from "./types";

/** A tool as rules see it. `members` and `hints` are null if only its name is known. */
export type RuledTool = {
  provider: string | null;
  name: string;
  members: ReadonlySet<string> | null;
  hints: Hints | null;
};

/** The first matching rule; null if none matches. */
export function ruleFor(rules: readonly RatingRule[], tool: RuledTool): RatingRule | null {
  const [begins] = wordsOfTool(tool.name, tool.provider ?? "");
  const words = wordsOf(tool.name);
  return rules.find((rule) => rule.on && fits(rule, tool, { begins, words })) ?? null;
}

/** The first rule that fits a name of which there is no definition. */
export function ruleForName(
  rules: readonly RatingRule[],
  provider: string | null,
  name: string,
): RatingRule | null {
  return ruleFor(rules, { provider, name, members: null, hints: null });
}

/**
 * Words of a name, and its first word after the provider's prefix. The prefix is skipped only
 * there.
 */
type NameWords = { begins: string | undefined; words: readonly string[] };

function fits(rule: RatingRule, tool: RuledTool, { begins, words }: NameWords): boolean {
  const { first, last, any, providers, members, claim } = rule.match;
  const has = (list: readonly string[], asked: readonly (string | undefined)[]) =>
    list.length === 0 || asked.some((word) => word !== undefined && list.includes(word));
  return (
    has(first, [begins]) &&
    has(last, words.slice(-1)) &&
    has(any, words) &&
    has(providers, [tool.provider ?? undefined]) &&
    (members.length === 0 || hasMember(tool.members, members)) &&
    (claim === null || claims(tool.hints, claim)) &&
    (isPlain(tool.name) || !lowersUnrated(rule))
  );
}

function hasMember(own: RuledTool["members"], asked: readonly string[]): boolean {
  return own !== null && asked.some((name) => own.has(wordsOf(name).join("_")));
}

function claims(hints: Hints | null, claim: Claim): boolean {
  if (hints === null) return false;
  if (claim === "says_destructive") return hints.destructive === true;
  if (hints.destructive === true) return false;
  return claim === "says_read_only" ? hints.readOnly === true : hints.readOnly !== false;
}

/** Look-alike letters could hide a word that a rule matches. */
function isPlain(name: string): boolean {
  return /^[\x20-\x7e]*$/.test(name);
}

const NOTHING = { catalogue: null, override: null, tenantOverride: null, requestRisk: null };

/** Whether a rule protects less than the default: unrated tools are medium and wait. */
export function lowersUnrated({ risk, requiresConfirmation }: RuleRating): boolean {
  const rule = { risk, requiresConfirmation };
  const none = { risk: null, requiresConfirmation: null };
  return guardsLess(
    resolveRisk({ ...NOTHING, catalogue: none, rule }),
    resolveRisk({ ...NOTHING, catalogue: none, rule: null }),
  );
}

/** Names of members anywhere in an input schema: each whole, and each of its words. */
export function memberWords(schema: JsonNode): Set<string> {
  const found = new Set<string>();
  const todo = [schema];
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.kind === "array") todo.push(...node.items);
    if (node.kind !== "object") continue;
    const properties = memberOf(node, "properties");
    if (properties?.kind === "object")
      for (const { key } of properties.members) {
        const words = wordsOf(key);
        for (const word of [words.join("_"), ...words]) found.add(word);
      }
    todo.push(...node.members.map(({ value }) => value));
  }
  return found;
}

/** Whether any rule needs members, so that schemas have to be read. */
export function asksForMembers(rules: readonly RatingRule[]): boolean {
  return rules.some(({ on, match }) => on && match.members.length > 0);
}
