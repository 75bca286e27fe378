import { type ActivityEntry, activityHash, GENESIS } from "@/lib/activity/chain";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { serializeJson } from "@/lib/core/json/raw";
import type { Decision } from "../decision/rules";
import type { PlannedTenant } from "../plan/rules";
import type { RowOf } from "../rows/schema";
import { textsOf } from "../told/approvals/rules";
import type { Person } from "../world/rules";

/** One deed of the made-up trail. */
export type Deed = {
  at: number;
  by: { kind: "user" | "gateway" | "system"; id: string | null; name: string };
  action: string;
  subject: { kind: string; id: string };
  details?: Record<string, unknown>;
};

export const byPerson = ({ id, name }: Person): Deed["by"] => ({ kind: "user", id, name });
const bySystem = (name: string): Deed["by"] => ({ kind: "system", id: null, name });

/** What the trail says of one approval. */
export function deedsOf(decision: Decision): Deed[] {
  const { id, assigneeId, votes } = decision;
  const subject = { kind: "approval", id };
  const claims = assigneeId
    ? [
        {
          at: assigneeId.at,
          by: byPerson(assigneeId.person),
          action: "approval.claimed",
          subject,
          details: { until: new Date(assigneeId.until) },
        },
      ]
    : [];
  const required = decision.held.quorum ?? 1;
  const waiting =
    decision.decision === "pending" || decision.decision === "cancelled" || decision.decision === "expired";
  const early = (waiting ? votes : votes.slice(0, -1)).map((vote, index) => ({
    at: vote.at,
    by: byPerson(vote.by),
    action: "approval.voted",
    subject,
    details: { verdict: "approve", votes: index + 1, required },
  }));
  return [...claims, ...early, ...endOf(decision), ...runOf(decision), ...tellingOf(decision)];
}

function endOf(decision: Decision): Deed[] {
  const { id, decidedAt, decision: word, gateway, votes, reason, decideBy } = decision;
  if (decidedAt === null || word === "pending") return [];
  const subject = { kind: "approval", id };
  const { final } = textsOf(decision);
  const last = votes.at(-1);
  const edited = decision.edited !== null;
  const details = { revision: edited ? 2 : 1, arguments_sha256: final.sha256, edited, reason };
  if (word === "expired")
    return [
      {
        at: decidedAt,
        by: bySystem("expiry"),
        action: "approval.expired",
        subject,
        details: { decide_by: new Date(decideBy) },
      },
    ];
  if (word === "cancelled")
    return [
      {
        at: decidedAt,
        by: { kind: "gateway", id: gateway.id, name: gateway.name },
        action: "approval.cancelled",
        subject,
        details: { reason },
      },
    ];
  if (!last) return [];
  const by = byPerson(last.by);
  if (word === "revoked")
    return [
      { at: last.at, by, action: "approval.approved", subject, details: { ...details, reason: null } },
      { at: decidedAt, by, action: "approval.revoked", subject, details: { reason } },
    ];
  return [{ at: decidedAt, by, action: `approval.${word}`, subject, details }];
}

function runOf({
  id,
  gateway,
  execution,
  executionId,
  startedAt,
  finishedAt,
  useBy,
  held,
}: Decision): Deed[] {
  const subject = { kind: "approval", id };
  const by = { kind: "gateway" as const, id: gateway.id, name: gateway.name };
  if (execution === "lapsed" && useBy !== null)
    return [{ at: useBy, by: bySystem("expiry"), action: "approval.lapsed", subject }];
  if (startedAt === null) return [];
  const begun = {
    at: startedAt,
    by,
    action: "approval.executing",
    subject,
    details: { execution_id: executionId },
  };
  if (finishedAt === null)
    return [
      begun,
      {
        at: startedAt + 15 * 60_000,
        by: bySystem("expiry"),
        action: "approval.outcome_unknown",
        subject,
      },
    ];
  const failed = execution === "failed";
  const details = {
    execution_id: executionId,
    duration_ms: finishedAt - startedAt,
    ...(failed ? { error: held.error?.message } : {}),
  };
  return [
    begun,
    { at: finishedAt, by, action: failed ? "approval.failed" : "approval.succeeded", subject, details },
  ];
}

function tellingOf({ id, told, tries, gateway }: Decision): Deed[] {
  const last = tries.at(-1);
  if (told !== "dead" || !last) return [];
  const error = last.error ?? `The gateway answered HTTP ${last.status}.`;
  const at = last.at + last.durationMs;
  return [
    {
      at,
      by: bySystem("delivery worker"),
      action: "delivery.dead",
      subject: { kind: "approval", id },
      details: { gateway_id: gateway.id, error },
    },
  ];
}

/** The rows of one tenant's chain, in the order in which things happened. What lies ahead of `until` has not happened. */
export function chainOf(tenant: PlannedTenant, deeds: readonly Deed[], until: number): RowOf<"activity">[] {
  let previous = GENESIS;
  return deeds
    .filter((deed) => deed.at < until)
    .toSorted((a, b) => a.at - b.at)
    .map((deed, index) => {
      const entry: ActivityEntry = {
        tenantId: tenant.id,
        seq: BigInt(index + 1),
        at: new Date(Math.floor(deed.at)),
        actorKind: deed.by.kind,
        actorId: deed.by.id,
        actorName: deed.by.name,
        action: deed.action,
        subjectKind: deed.subject.kind,
        subjectId: deed.subject.id,
        details: canonicalJson(parseJson(serializeJson(deed.details ?? {}))),
        previous,
      };
      previous = activityHash(entry);
      return rowOf(entry, previous);
    });
}

function rowOf(entry: ActivityEntry, hash: string): RowOf<"activity"> {
  return {
    tenant_id: entry.tenantId,
    seq: entry.seq.toString(),
    at: entry.at,
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    action: entry.action,
    subject_kind: entry.subjectKind,
    subject_id: entry.subjectId,
    details: entry.details,
    previous: entry.previous,
    hash,
  };
}
