import { shownValue } from "@/lib/arguments/excerpts";
import { pathOfPointer } from "@/lib/arguments/leaves";
import { isSecret } from "@/lib/arguments/secrets";
import { DomainError, invalid } from "@/lib/core/errors";
import { canonicalJson } from "@/lib/core/json/canonical";
import { compareDecimals, type Decimal, readDecimal } from "@/lib/core/json/decimals";
import { type JsonNode, parseJson } from "@/lib/core/json/parse";
import { fromPointer, toPointer } from "@/lib/core/json/pointers";
import type { RiskWord } from "@/lib/core/risk";
import { sha256 } from "@/lib/core/sha256";
import type { Approval } from "@/lib/generated/prisma/client";
import type { ArgumentValue } from "@/lib/policies/conditions/types";
import { requirementsOf } from "@/lib/policies/requirements";
import type { Policy, Requirement } from "@/lib/policies/types";
import { type Bounds, PARTS_MAX, type Part, type PartChoice, type RuleForCall } from "./types";

// Defines a remembered rule and the calls it matches. It lets no argument vary that it does not
// name.

type Argument = { path: string; keys: readonly string[]; node: JsonNode };

/** The arguments as rules name them: texts, numbers, constants, lists and empty objects. */
export function argumentsOf(root: JsonNode): Argument[] {
  const found: Argument[] = [];
  const visit = (node: JsonNode, keys: readonly string[]): void => {
    if (node.kind === "object" && (node.members.length > 0 || keys.length === 0))
      for (const { key, value } of node.members) visit(value, [...keys, key]);
    else found.push({ path: toPointer(keys), keys, node });
  };
  visit(root, []);
  return found;
}

/**
 * Every argument of a call as a part of the rule: as chosen, else fixed.
 * @throws DomainError VALIDATION_ERROR for a choice that names no argument, that its own call
 * violates, or that is impossible
 */
export function makeParts(root: JsonNode, choices: readonly PartChoice[]): Part[] {
  const all = argumentsOf(root);
  if (all.length > PARTS_MAX)
    throw invalid(
      "/remember",
      "too_many",
      `This call has ${all.length} arguments, and a rule can name ${PARTS_MAX}. Nothing was recorded; approve it without a rule.`,
    );
  const said = new Map<string, { choice: PartChoice; at: number }>();
  for (const [at, choice] of choices.entries()) {
    const where = `/remember/arguments/${at}/path`;
    if (said.has(choice.path)) throw invalid(where, "duplicate", "an argument that was named before");
    if (!all.some(({ path }) => path === choice.path))
      throw invalid(where, "unknown", `an argument of the call: ${all.map(({ path }) => path).join(", ")}`);
    said.set(choice.path, { choice, at });
  }
  return all.map((argument) => {
    const one = said.get(argument.path);
    return partOf(argument, one?.choice ?? null, `/remember/arguments/${one?.at ?? 0}`);
  });
}

function partOf({ path, keys, node }: Argument, choice: PartChoice | null, where: string): Part {
  const text = canonicalJson(node);
  const shown = isSecret(keys) ? "(hidden)" : shownValue(keys.at(-1) ?? "", text);
  const own = { path, kind: node.kind, shown };
  if (choice === null) return { ...own, is: "fixed", sha256: sha256(text) };
  if (choice.is === "free") return { ...own, is: "free" };
  const bounds: Bounds = {
    atLeast: choice.atLeast === undefined ? null : String(choice.atLeast),
    atMost: choice.atMost === undefined ? null : String(choice.atMost),
    maxLength: choice.maxLength ?? null,
    oneOf: choice.oneOf?.map((value) => canonicalValue(value)) ?? null,
  };
  const wrong = misplaced(bounds, node);
  if (wrong !== null) throw invalid(where, "misplaced", wrong);
  if (!isWithin(bounds, node))
    throw invalid(where, "out_of_bounds", "bounds within which the call's own value lies");
  return { ...own, is: "bounded", ...bounds };
}

function canonicalValue(value: ArgumentValue): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Why bounds cannot apply to such a value; null if they can. */
function misplaced({ atLeast, atMost, maxLength, oneOf }: Bounds, { kind }: JsonNode): string | null {
  if (atLeast === null && atMost === null && maxLength === null && oneOf === null)
    return "at_least, at_most, max_length or one_of: say how it is bounded";
  if ((atLeast !== null || atMost !== null) && kind !== "number")
    return "at_least and at_most hold for numbers only";
  if (maxLength !== null && kind !== "string" && kind !== "array")
    return "max_length holds for texts and lists only";
  if (oneOf !== null && (kind === "array" || kind === "object"))
    return "one_of holds for texts, numbers, true, false and null only";
  return null;
}

/** Whether a value meets the bounds. A value that cannot be compared does not. */
function isWithin({ atLeast, atMost, maxLength, oneOf }: Bounds, node: JsonNode): boolean {
  const compared = (limit: string | null, keeps: (order: number) => boolean) => {
    if (limit === null) return true;
    const [value, bound] = [decimalOf(node), readDecimal(limit)];
    return value !== null && bound !== null && keeps(compareDecimals(value, bound));
  };
  const length = lengthOf(node);
  return (
    compared(atLeast, (order) => order >= 0) &&
    compared(atMost, (order) => order <= 0) &&
    (maxLength === null || (length !== null && length <= maxLength)) &&
    (oneOf === null || oneOf.some((text) => isSame(text, node)))
  );
}

function isSame(text: string, node: JsonNode): boolean {
  const [value, other] = [decimalOf(node), readDecimal(text)];
  if (value !== null) return other !== null && compareDecimals(value, other) === 0;
  return canonicalJson(node) === text;
}

function decimalOf(node: JsonNode): Decimal | null {
  return node.kind === "number" ? readDecimal(node.literal) : null;
}

/** Characters of a text or items of a list; null for anything else. */
export function lengthOf(node: JsonNode): number | null {
  if (node.kind === "array") return node.items.length;
  return node.kind === "string" ? [...node.value].length : null;
}

/** The path of the first argument that keeps a call from being let through; null if all match. */
export function misfitOf(parts: readonly Part[], root: JsonNode): string | null {
  const named = new Map(parts.map((part) => [part.path, part]));
  const sent = argumentsOf(root);
  for (const { path, node } of sent) {
    const part = named.get(path);
    if (!part || !fits(part, node)) return path;
    named.delete(path);
  }
  return [...named.keys()][0] ?? null;
}

function fits(part: Part, node: JsonNode): boolean {
  if (part.kind !== node.kind) return false;
  if (part.is === "free") return true;
  return part.is === "fixed" ? part.sha256 === sha256(canonicalJson(node)) : isWithin(part, node);
}

export type RememberedCall = {
  tool: { id: string; version: number } | null;
  risk: RiskWord;
  agent: string | null;
  onBehalfOf: string | null;
  policy: Policy | null;
  arguments: JsonNode;
};

/**
 * Whether a rule lets a call through. The query has compared tenant, gateway, provider and tool.
 * Never critical calls, nor calls that a policy refuses or leaves to more than any one person.
 * Never calls held by another policy than the original, or by one on facts, which no rule limits.
 */
export function letsThrough(rule: RuleForCall, call: RememberedCall): boolean {
  return (
    call.risk !== "critical" &&
    rule.risk === call.risk &&
    rule.toolId === (call.tool?.id ?? null) &&
    rule.toolVersion === (call.tool?.version ?? null) &&
    (rule.anyAgent || rule.agent === call.agent) &&
    rule.onBehalfOf === call.onBehalfOf &&
    policyLetsPass(rule.policyName, call.policy) &&
    misfitOf(rule.parts, call.arguments) === null
  );
}

function policyLetsPass(then: string | null, now: Policy | null): boolean {
  if (now === null || now.action === "allow") return true;
  const isPlain = !now.budget && !now.match.facts;
  return now.action === "require" && isPlain && now.name === then && asksAnyone(now.require);
}

/** Whether a policy requires any one person's approval only, which a rule can replace. */
export function asksAnyone({
  approvals,
  deciders,
  separation,
  reasonRequired,
  passkey,
  holdSeconds,
}: Requirement): boolean {
  const named = deciders.roles.length + deciders.people.length + deciders.groups.length;
  return (
    approvals === 1 &&
    named === 0 &&
    !separation.requester &&
    !separation.owner &&
    !reasonRequired.includes("approve") &&
    !passkey &&
    (holdSeconds ?? 0) === 0
  );
}

type Waiting = Pick<
  Approval,
  "risk" | "revision" | "heldBecause" | "approvalsRequired" | "policy" | "editPolicies"
>;

/** Why no rule can be made from a call, in a sentence; null where one can be. */
export function cannotRemember(call: Waiting): string | null {
  if (call.risk === "critical") return "Critical calls always wait: no rule lets one through.";
  if (call.revision > 1)
    return "The arguments were edited, so no rule can be made: the agent asks with other ones.";
  if (call.heldBecause === "requested")
    return "The gateway itself asked for a person, and always gets one: no rule would let such a call through.";
  if (call.heldBecause === "outcome_unknown")
    return "It is not known how the same call ended before, and no rule lets such a call through.";
  const beyond = requirementsOf(call).find(({ budget }) => budget);
  if (beyond) return beyondWords(beyond.name);
  const stated = requirementsOf(call).find(({ matchesFacts }) => matchesFacts);
  if (stated)
    return `The policy “${stated.name}” asks for facts that the gateway states, and a rule cannot limit those. No rule can be made.`;
  const asking = requirementsOf(call).find(({ require }) => !asksAnyone(require));
  if (asking)
    return `The policy “${asking.name}” asks for more than any one person, so no rule can stand in for that.`;
  return call.approvalsRequired > 1 ? "Several people have to approve this call, so no rule can." : null;
}

/** Why no rule can be made from a call beyond a policy's budget. */
function beyondWords(policy: string): string {
  return `The call is beyond the budget of the policy “${policy}”: people decide such calls one by one, so no rule can be made.`;
}

/**
 * @param beyond the policy whose budget has no room for the call now
 * @throws DomainError CONFLICT where no rule can be made from the call
 */
export function assertMayRemember(call: Waiting, beyond: string | null): void {
  const why = cannotRemember(call) ?? (beyond === null ? null : beyondWords(beyond));
  if (why !== null) throw new DomainError("CONFLICT", `${why} Nothing was recorded.`);
}

/** An example close to the rule that would wait: the changed argument in words. */
export function nearestMisfit(parts: readonly Part[]): string {
  const bounded = parts.find((part) => part.is === "bounded");
  const fixed = parts.find((part) => part.is === "fixed");
  if (bounded) return `${pathOfPointer(bounded.path)} ${beyond(bounded)}`;
  if (fixed) return `${pathOfPointer(fixed.path)} with any other value than ${fixed.shown}`;
  return "one more argument than these";
}

function beyond(part: Part & { is: "bounded" }): string {
  if (part.atMost !== null) return `over ${part.atMost}, for example ${stepped(part.atMost, 1)}`;
  if (part.atLeast !== null) return `under ${part.atLeast}, for example ${stepped(part.atLeast, -1)}`;
  if (part.maxLength !== null) return `of ${part.maxLength + 1} ${unitOf(part.kind)}`;
  return `with a value that is not one of ${part.oneOf?.length ?? 0}`;
}

const unitOf = (kind: Part["kind"]): string => (kind === "array" ? "items" : "characters");

/** The next number, one step in its last written digit. Only for people to read. */
function stepped(limit: string, by: 1 | -1): string {
  const plain = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(limit);
  if (!plain) return `a little ${by > 0 ? "more" : "less"}`;
  const [, sign = "", whole = "", fraction = ""] = plain;
  const next = BigInt(`${sign}${whole}${fraction}`) + BigInt(by);
  const digits = (next < 0n ? -next : next).toString().padStart(fraction.length + 1, "0");
  const at = digits.length - fraction.length;
  return `${next < 0n ? "-" : ""}${digits.slice(0, at)}${fraction ? `.${digits.slice(at)}` : ""}`;
}

export function partWords(part: Part): string {
  if (part.is === "free") return `any ${KIND_WORDS[part.kind]}`;
  if (part.is === "fixed") return `exactly ${part.shown}`;
  const words = [
    part.atLeast === null ? null : `at least ${part.atLeast}`,
    part.atMost === null ? null : `at most ${part.atMost}`,
    part.maxLength === null ? null : `at most ${part.maxLength} ${unitOf(part.kind)}`,
    part.oneOf === null ? null : `one of ${oneOfWords(part)}`,
  ];
  return words.filter((word) => word !== null).join(", ");
}

const ONE_OF_SHOWN = 5;

function oneOfWords({ path, oneOf }: { path: string; oneOf: readonly string[] | null }): string {
  const values = oneOf ?? [];
  if (isSecret(fromPointer(path))) return `${values.length} values`;
  const key = fromPointer(path).at(-1) ?? "";
  const first = values.slice(0, ONE_OF_SHOWN).map((text) => shownValue(key, text));
  const more = values.length - first.length;
  return more > 0 ? `${first.join(", ")} and ${more} more` : first.join(", ");
}

const KIND_WORDS: Record<Part["kind"], string> = {
  string: "text",
  number: "number",
  constant: "true, false or null",
  array: "list",
  object: "empty object",
};

/** Whether the rule would have let stored arguments through. */
export function fitsText(parts: readonly Part[], text: string): boolean {
  return misfitOf(parts, parseJson(text)) === null;
}
