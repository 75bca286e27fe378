import type { RiskWord } from "@/lib/core/risk";
import { durationWords } from "@/lib/policies/sentences";
import { type Definition, diffDefinitions } from "@/lib/tools/versions";
import { UNUSUAL_RATIO } from "../precedent/types";
import { mayDecide, ranAlthoughRevoked } from "../rules";
import type { Facts } from "../schema";
import type { DecisionWord, ExecutionWord } from "../types";
import type { ApprovalView, Confirmation, FactView, HeadlinePart, StoredDefinition, Verb } from "./types";

/** What keeps a person from deciding. `isEnough`: enough approvals, but the call still waits. */
type Person = {
  hasVoted?: boolean;
  isEnough?: boolean;
  ownCall?: boolean;
  cannotApprove?: boolean;
  lacksPasskey?: boolean;
  /** Other people must approve an edit, so an edit is not an approval. */
  editsApart?: boolean;
  ineligible?: boolean;
  mayBreakGlass?: boolean;
};

/**
 * The actions that a person may take now. One vote per revision; no approval of one's own call, nor
 * of an edit that a policy leaves to others. People that the call's policy does not name can only
 * cancel it.
 */
export function verbsFor(
  role: string,
  state: { decision: DecisionWord; execution: ExecutionWord; releaseAt?: Date | null },
  person: Person = {},
): Verb[] {
  if (!mayDecide(role)) return [];
  const alone: Verb[] = person.mayBreakGlass ? ["break_glass"] : [];
  if (state.releaseAt) return heldVerbs(person);
  if (state.decision === "pending" && person.ineligible) return ["cancel", ...alone];
  if (state.decision === "pending") {
    const mayEdit = !person.lacksPasskey || person.editsApart;
    const edit: Verb[] = mayEdit ? ["edit"] : [];
    const approve: Verb[] = person.cannotApprove || person.lacksPasskey ? [] : ["approve"];
    const yes: Verb[] = person.ownCall ? [] : [...approve, ...edit];
    const all: Verb[] = [...yes, "reject", "request_changes"];
    // Lapsed votes that count again may be enough: then any of their authors can end the wait.
    const again = person.isEnough ? yes.filter((verb) => verb === "approve") : [];
    return [...(person.hasVoted ? again : all), "extend", "cancel", ...alone];
  }
  return state.decision === "approved" && state.execution === "awaiting" ? ["revoke"] : [];
}

/** Anyone who may decide can stop a held call; its own deciders can also change or end it. */
function heldVerbs({
  hasVoted,
  ineligible,
  ownCall,
  cannotApprove,
  lacksPasskey,
  editsApart,
}: Person): Verb[] {
  if (hasVoted || ineligible) return ["undo", "cancel"];
  const edit: Verb[] = ownCall || cannotApprove || (lacksPasskey && !editsApart) ? [] : ["edit"];
  return ["undo", ...edit, "reject", "request_changes", "cancel"];
}

/** Grows with risk. At critical, the person types the count or, without one, the target. */
export function confirmationFor(
  risk: RiskWord,
  claims: { howMany: number | string | null; toWhom: string | null; tool: string },
): Confirmation {
  if (risk === "low") return { kind: "click" };
  if (risk === "medium") return { kind: "enter" };
  if (risk === "high") return { kind: "two_step" };
  if (claims.howMany !== null) return { kind: "type", expected: String(claims.howMany), what: "count" };
  return { kind: "type", expected: claims.toWhom?.trim() || claims.tool, what: "target" };
}

const ACTS = new Set(
  (
    "send delete remove create update refund merge write edit move close cancel publish deploy archive transfer pay charge post " +
    "upload insert drop run execute restart scale apply invite add rename approve replace reply forward disable enable revoke"
  ).split(" "),
);

/** The button's label: what is approved, if the tool's name has a known verb. */
export function approveLabel(tool: string): string {
  const words = tool
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  const at = words.findIndex((word) => ACTS.has(word));
  const [act, object] = [words[at], words[at + 1]];
  if (act === undefined) return "Approve";
  if (act === "delete" || act === "remove") return "Approve deletion";
  return act === "create" && object ? `Approve ${object}` : `Approve and ${act}`;
}

/** Splits the headline to highlight the claimed count with its noun, or the claimed target. */
export function headlineParts(summary: string, facts: Facts | null): HeadlinePart[] {
  const found = operand(summary, facts);
  if (!found) return [{ text: summary, risky: false }];
  const [start, end] = found;
  const parts = [
    { text: summary.slice(0, start), risky: false },
    { text: summary.slice(start, end), risky: true },
    { text: summary.slice(end), risky: false },
  ];
  return parts.filter((part) => part.text !== "");
}

function operand(summary: string, facts: Facts | null): [number, number] | null {
  const many = facts?.how_many;
  if (typeof many === "number") {
    const spelled = [many.toLocaleString("en-US"), String(many)];
    for (const text of spelled) {
      const at = wordIndex(summary, text);
      if (at === -1) continue;
      const noun = /^\s+\p{L}[\p{L}\p{N}'’-]*/u.exec(summary.slice(at + text.length))?.[0] ?? "";
      return [at, at + text.length + noun.length];
    }
  }
  const whom = facts?.to_whom;
  const at = whom ? summary.indexOf(whom) : -1;
  return whom && at !== -1 ? [at, at + whom.length] : null;
}

/** The last match outside a longer number; names may have one: "Send News 12 to 12 people". */
function wordIndex(text: string, part: string): number {
  for (let at = text.lastIndexOf(part); at !== -1; at = at === 0 ? -1 : text.lastIndexOf(part, at - 1)) {
    const before = text[at - 1] ?? " ";
    const behind = text.slice(at + part.length);
    if (!/[\d.,]/.test(before) && !/^[.,]?\d/.test(behind)) return at;
  }
  return -1;
}

/** The claimed count, compared with the last approved one. */
export function howManyFact(now: Facts | null, before: Facts | null, hasHistory: boolean): FactView {
  const many = now?.how_many;
  const claim = many === undefined ? null : typeof many === "number" ? many.toLocaleString("en-US") : many;
  const last = before?.how_many;
  if (typeof many !== "number" || typeof last !== "number") {
    return { claim, note: hasHistory ? null : "no approved call to compare with", unusual: false };
  }
  if (many === last)
    return { claim, note: `as the last approved (${last.toLocaleString("en-US")})`, unusual: false };
  const ratio = last === 0 ? Number.POSITIVE_INFINITY : many / last;
  if (ratio < 1)
    return { claim, note: `fewer than the last approved (${last.toLocaleString("en-US")})`, unusual: false };
  const note =
    ratio === Number.POSITIVE_INFINITY
      ? "the last approved was 0"
      : `${times(ratio)} the last approved (${last.toLocaleString("en-US")})`;
  return { claim, note, unusual: ratio >= UNUSUAL_RATIO };
}

function times(ratio: number): string {
  const trimmed = trim(ratio);
  return trimmed === "1" ? "little more than" : `${trimmed}×`;
}

function trim(ratio: number): string {
  return ratio >= 10 ? Math.round(ratio).toLocaleString("en-US") : ratio.toFixed(1).replace(/\.0$/, "");
}

/**
 * The claimed target, compared with the last approved one. It is unusual if people never approved a
 * call for it, so that a tool for many targets does not always look unusual.
 * @param approved approved calls of the tool for this target; null if not counted
 */
export function toWhomFact(now: Facts | null, before: Facts | null, approved: number | null): FactView {
  const claim = now?.to_whom ?? null;
  const last = before?.to_whom;
  if (claim === null || last === undefined) return { claim, note: null, unusual: false };
  if (claim === last) return { claim, note: "as the last approved", unusual: false };
  if (approved === 0)
    return { claim, note: `never approved before; the last went to ${last}`, unusual: true };
  return { claim, note: `the last approved went to ${last}`, unusual: false };
}

/** Changes of a tool's definition between two versions; null without any or if unknown. */
export function definitionChanges(
  toolId: string | null,
  before: (StoredDefinition & { version: number }) | null,
  now: StoredDefinition | null,
): ApprovalView["server"]["changedSinceLastApproval"] {
  if (toolId === null || before === null || now === null) return null;
  // For a description only the fact that it changed: another page shows both texts.
  const changes = diffDefinitions(asDefinition(before), asDefinition(now)).map((change) =>
    change.part === "description" ? { ...change, before: null, after: null } : change,
  );
  return changes.length === 0 ? null : { toolId, from: before.version, changes };
}

function asDefinition({ description, inputSchema, outputSchema, annotations }: StoredDefinition): Definition {
  return {
    description,
    inputSchemaText: inputSchema,
    outputSchemaText: outputSchema,
    annotationsText: annotations,
  };
}

const RISK_SOURCES: Record<string, (risk: RiskWord) => string> = {
  tenant_override: (risk) => `Rated ${risk} by a person for the tenant`,
  override: (risk) => `Rated ${risk} by a person`,
  catalogue: (risk) => `Rated ${risk} in the gateway’s catalogue`,
  request: (risk) => `Rated ${risk} by the gateway for this call`,
  rule: (risk) => `Rated ${risk} by a rule for unrated tools`,
  unrated: () => "This tool had no rating",
};

/** Who gave the call its risk, as of the request. */
export function riskWhy(risk: RiskWord, source: string): string {
  return RISK_SOURCES[source]?.(risk) ?? source;
}

const HELD: Record<string, string> = {
  risk: "Calls of this risk always wait for a person.",
  requires_confirmation: "The tool asks for confirmation.",
  unrated_tool: "This tool has no rating yet, so its calls wait for a person.",
  outcome_unknown: "It is not known how the same call ended before.",
  requested: "The gateway asked for a person's decision.",
  auto_approved: "No approval was needed: the tenant lets calls of this risk run.",
  confirmed: "No approval was needed: the caller confirmed it and the tenant accepts that.",
  remembered: "No approval was needed: a rule that a person made with an earlier approval lets it run.",
  policy_required: "A policy holds it for approval.",
  policy: "No approval was needed: a policy lets it run.",
  policy_denied: "A policy refuses the call without asking a person.",
};

export function heldWhy(because: string): string {
  return HELD[because] ?? because;
}

/** What follows the last approval: who starts the call. */
export function startsHow(
  { mode, approvalsRequired }: { mode: string; approvalsRequired: number },
  holdSeconds = 0,
): string {
  const approval = approvalsRequired > 1 ? "the last approval" : "the approval";
  if (holdSeconds > 0) {
    const starts =
      mode === "callback" ? "the gateway starts it" : "the agent has to repeat the call to run it";
    return `After ${approval} it is held for ${durationWords(holdSeconds)}, in which that can be undone; then ${starts}.`;
  }
  return mode === "callback"
    ? `The gateway starts it as soon as it learns of ${approval}.`
    : `After ${approval}, the agent has to repeat the call; then it runs, once.`;
}

const BECAME: Partial<Record<ExecutionWord, string>> = {
  executing: "Running now",
  succeeded: "Ran once",
  failed: "Ran once and failed",
  unknown: "May have run, once",
};

/** The line under the headline: how often, when and through what it runs, or its outcome. */
export function leadOf(call: {
  mode: string;
  provider: string | null;
  gateway: string;
  approvalsRequired: number;
  decision: DecisionWord;
  execution: ExecutionWord;
  holdSeconds?: number;
}): string {
  const through = call.provider
    ? `through the ${call.provider} connection of gateway ${call.gateway}`
    : `through gateway ${call.gateway}`;
  const became = BECAME[call.execution];
  if (ranAlthoughRevoked(call)) return `Ran once although the approval was revoked, ${through}.`;
  if (became) return `${became}, ${through}.`;
  if (call.execution === "lapsed" || (call.decision !== "pending" && call.decision !== "approved"))
    return "It did not run.";
  const after = call.approvalsRequired > 1 ? "after the last approval" : "after approval";
  const hold = call.decision === "pending" ? (call.holdSeconds ?? 0) : 0;
  if (hold > 0)
    return call.mode === "callback"
      ? `Runs once, ${durationWords(hold)} ${after} unless that is undone, ${through}.`
      : `Runs once, when the agent repeats the call ${durationWords(hold)} or more ${after}, ${through}.`;
  return call.mode === "callback"
    ? `Runs once, immediately ${after}, ${through}.`
    : `Runs once, when the agent repeats the call ${after}, ${through}.`;
}
