import { type ActivityEntry, activityHash, GENESIS } from "@/lib/activity/chain";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { serializeJson } from "@/lib/core/json/raw";
import { errorOf } from "./callbacks";
import { type Decision, finalText } from "./decision";
import type { PlannedTenant } from "./plan";
import type { RowOf } from "./rows";
import type { Person } from "./world";

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
const EXPIRY = bySystem("expiry");
const UNKNOWN_MS = 15 * 60_000;

/** Tells of the approval that something happened to it. */
type Tell = (at: number, by: Deed["by"], action: string, details?: Deed["details"]) => Deed;

/** What the trail says of one approval. */
export function deedsOf(decision: Decision): Deed[] {
  const { id, assignments, votes, word, held } = decision;
  const tell: Tell = (at, by, action, details) => {
    return { at, by, action, subject: { kind: "approval", id }, details };
  };
  // The last vote is told as the decision that it made.
  const early = word === "pending" ? votes : votes.slice(0, -1);
  const required = held.quorum ?? 1;
  return [
    ...assignments.map(({ at, by, until }) =>
      tell(at, byPerson(by), "approval.assigned", { until: new Date(until) }),
    ),
    ...early.map(({ at, by }, index) =>
      tell(at, byPerson(by), "approval.voted", { verdict: "approve", votes: index + 1, required }),
    ),
    ...endOf(decision, tell),
    ...runOf(decision, tell),
    ...tellingOf(decision, tell),
  ];
}

function endOf(decision: Decision, tell: Tell): Deed[] {
  const { decidedAt, word, gateway, votes, reason, decideBy, revisions } = decision;
  if (decidedAt === null) return [];
  if (word === "expired")
    return [tell(decidedAt, EXPIRY, "approval.expired", { decide_by: new Date(decideBy) })];
  const byGateway = { kind: "gateway", id: gateway.id, name: gateway.name } as const;
  if (word === "cancelled") return [tell(decidedAt, byGateway, "approval.cancelled", { reason })];
  const last = votes.at(-1);
  if (!last) return [];
  const by = byPerson(last.by);
  const { sha256 } = finalText(decision);
  const edited = revisions.length > 1;
  const details = { revision: revisions.length, arguments_sha256: sha256, edited, reason };
  if (word !== "revoked") return [tell(decidedAt, by, `approval.${word}`, details)];
  return [
    tell(last.at, by, "approval.approved", { ...details, reason: null }),
    tell(decidedAt, by, "approval.revoked", { reason }),
  ];
}

function runOf(decision: Decision, tell: Tell): Deed[] {
  const { gateway, execution, executionId, startedAt, finishedAt, useBy, held } = decision;
  if (execution === "lapsed" && useBy !== null) return [tell(useBy, EXPIRY, "approval.lapsed")];
  if (startedAt === null) return [];
  const by = { kind: "gateway", id: gateway.id, name: gateway.name } as const;
  const begun = tell(startedAt, by, "approval.executing", { execution_id: executionId });
  if (finishedAt === null) return [begun, tell(startedAt + UNKNOWN_MS, EXPIRY, "approval.outcome_unknown")];
  const ran = { execution_id: executionId, duration_ms: finishedAt - startedAt };
  if (execution !== "failed") return [begun, tell(finishedAt, by, "approval.succeeded", ran)];
  return [begun, tell(finishedAt, by, "approval.failed", { ...ran, error: held.error[1] })];
}

function tellingOf({ told, tries, gateway }: Decision, tell: Tell): Deed[] {
  const last = tries.at(-1);
  if (told !== "dead" || !last) return [];
  const details = { gateway_id: gateway.id, error: errorOf(last) };
  return [tell(last.at + last.durationMs, bySystem("delivery worker"), "delivery.dead", details)];
}

/** The rows of one tenant's chain, in the order in which things happened before `until`. */
export function chainOf(tenant: PlannedTenant, deeds: readonly Deed[], until: number): RowOf<"Activity">[] {
  let previous = GENESIS;
  return deeds
    .filter((deed) => deed.at < until)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, by, action, subject, details = {} }, index) => {
      const entry: ActivityEntry = {
        tenantId: tenant.id,
        seq: BigInt(index + 1),
        at: new Date(Math.floor(at)),
        actorKind: by.kind,
        actorId: by.id,
        actorName: by.name,
        action,
        subjectKind: subject.kind,
        subjectId: subject.id,
        details: canonicalJson(parseJson(serializeJson(details))),
        previous,
      };
      previous = activityHash(entry);
      return { ...entry, seq: index + 1, hash: previous };
    });
}
