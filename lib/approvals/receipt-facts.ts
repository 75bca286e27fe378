import type { Fold } from "@/lib/arguments/types";
import { ALL_OPENED } from "@/lib/arguments/types";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import type { UserActor } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import type { Approval } from "@/lib/generated/prisma/client";
import type { PolicyOfCall } from "@/lib/policies/types";
import type { Confirmation } from "./detail/types";
import type { ReceiptFacts, SeenInTrail } from "./receipts";
import { OPENED_CHARACTERS, OPENED_KEPT, type SeenOnRecord, typedRight } from "./screen-proof";
import type { SignedInTrail, SignedOnRecord } from "./signing/types";
import type { Seen } from "./types";

/** What an approval required: the collapsed parts to open, and the text to type. */
export type Demanded = { folds: readonly Fold[]; confirmation: Confirmation | null };

type Decided = Pick<Approval, "revision" | "argumentsSha256" | "toolVersion" | "createdAt"> & { now: Date };

/** What the person saw, as stored with their vote. Bounded: numbers and the page's own names. */
export function seenOnRecord(
  actor: UserActor,
  call: Decided,
  claimed: Seen | undefined,
  { folds, confirmation }: Demanded = { folds: [], confirmation: null },
): SeenOnRecord {
  // A script has no screen, and Slack does not say what its screen showed.
  const seen = actor.via === "session" ? claimed : undefined;
  const must = folds.filter((fold) => fold.must);
  const ids = new Set(seen?.opened);
  const opened = must.filter(({ id }) => ids.has(id) || ids.has(ALL_OPENED));
  // A page cannot have been open longer than the call exists.
  const longest = Math.max(call.now.getTime() - call.createdAt.getTime(), 0);
  const within = (ms: number | undefined) => (ms === undefined ? null : Math.min(ms, longest));
  return {
    way: wayOf(actor, seen),
    at: call.now.toISOString(),
    revision: call.revision,
    arguments_sha256: call.argumentsSha256,
    tool_version: call.toolVersion,
    visible_ms: within(seen?.visible_ms),
    still_ms: within(seen?.ms),
    parts: [...new Set(seen?.parts)].toSorted(),
    folded: must.length,
    opened: opened.slice(0, OPENED_KEPT).map(({ id, label }) => ({ id: cut(id), label: cut(label) })),
    typed: confirmation?.kind === "type" ? typedRight(seen?.typed ?? "", confirmation.expected) : null,
  };
}

function wayOf({ via }: UserActor, seen: Seen | undefined): SeenOnRecord["way"] {
  if (via !== "session") return via;
  if (seen?.together) return "table";
  return seen?.visible_ms === undefined ? "session" : "page";
}

const cut = (text: string) =>
  text.length <= OPENED_CHARACTERS ? text : `${text.slice(0, OPENED_CHARACTERS - 1).toWellFormed()}…`;

export function seenInTrail({ opened, ...seen }: SeenOnRecord): SeenInTrail {
  return {
    ...seen,
    opened: opened.length,
    opened_sha256: opened.length === 0 ? null : digestOf(opened),
  };
}

export type Said = {
  /** Of the vote with this decision; null without a vote. */
  verdict: string | null;
  seen: SeenOnRecord | null;
  approvals: number;
  edited: boolean;
  deputyFor?: { id: string; name: string } | null;
  signed?: SignedOnRecord | null;
};

export const NOBODY: Said = { verdict: null, seen: null, approvals: 0, edited: false };

/** The trail details of a deputy's vote; empty if the person voted for themselves. */
export function deputyFacts({ deputyFor }: Pick<Said, "deputyFor">): { deputy_for?: string } {
  return deputyFor ? { deputy_for: deputyFor.name } : {};
}

/** The receipt of a decision on a call, as the call is right after it. */
export function receiptOf(
  call: Approval,
  { verdict, seen, approvals, edited, deputyFor, signed }: Said,
): ReceiptFacts {
  return {
    verdict,
    revision: call.revision,
    arguments_sha256: call.argumentsSha256,
    edited,
    call_sha256: digestOf(askedOf(call)),
    tool_version: call.toolVersion,
    policies: policiesOf(call).map((policy) => ({
      name: policy.name,
      version: policy.version,
      sha256: digestOf(policy),
    })),
    approvals,
    required: call.approvalsRequired,
    seen: seen && seenInTrail(seen),
    ...(deputyFor ? { deputy_for: { id: deputyFor.id, name: deputyFor.name } } : {}),
    ...(signed ? { passkey: signedInTrail(signed) } : {}),
  };
}

export function signedInTrail(signed: SignedOnRecord): SignedInTrail {
  return { credential_id: signed.credential_id, sha256: digestOf(signed) };
}

/** The policies of a call as they were: the one that held or decided it, and those of its edits. */
export function policiesOf({
  policy,
  editPolicies,
}: Pick<Approval, "policy" | "editPolicies">): PolicyOfCall[] {
  // Only the gate and `addRevision` write these.
  const all = [policy, ...((editPolicies as unknown[] | null) ?? [])];
  return all.filter((one) => one !== null) as PolicyOfCall[];
}

/** A gateway's request without the arguments, as an evidence file shows it. */
export function askedOf(call: Approval) {
  return {
    id: call.id,
    tenant_id: call.tenantId,
    gateway_id: call.gatewayId,
    external_id: call.externalId,
    provider: call.provider,
    tool: call.tool,
    tool_id: call.toolId,
    tool_version: call.toolVersion,
    requested_sha256: call.requestedSha256,
    risk: call.risk,
    risk_source: call.riskSource,
    held_because: call.heldBecause,
    summary: call.summary,
    rationale: call.rationale,
    impact: call.impact,
    facts: call.facts,
    preview: call.preview,
    mode: call.mode,
    agent: call.agent,
    agent_version: call.agentVersion,
    model: call.model,
    on_behalf_of: call.onBehalfOf,
    session_id: call.sessionId,
    call_id: call.callId,
    precondition: call.precondition,
    created_at: call.createdAt.toISOString(),
  };
}

/** Hex SHA-256 of a value's canonical JSON. */
export function digestOf(value: unknown): string {
  return sha256(canonicalJson(parseJson(JSON.stringify(value))));
}
