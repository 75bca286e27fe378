import { type ActivityEntry, activityHash, GENESIS } from "@/lib/activity/chain";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { serializeJson } from "@/lib/core/json/raw";
import type { Person } from "../stories/world";
import { troubleOf } from "./approvals";
import { type Decision, errorOf } from "./decision";
import type { RowOf } from "./rows";

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

export function deedsOf(one: Decision): Deed[] {
  const deeds: Deed[] = [];
  const tell: Tell = (at, by, action, details) => {
    deeds.push({ at, by, action, subject: { kind: "approval", id: one.id }, details });
  };
  const gateway = { kind: "gateway", id: one.gateway.id, name: one.gateway.name } as const;
  for (const { at, by, until } of one.assignments)
    tell(at, byPerson(by), "approval.assigned", { until: new Date(until) });
  tellEnd(one, gateway, tell);
  tellRun(one, gateway, tell);
  const last = one.tries.at(-1);
  const dead = { gateway_id: gateway.id, error: last && troubleOf(last) };
  if (one.delivery === "dead" && last)
    tell(last.startedAt + last.durationMs, bySystem("delivery worker"), "delivery.dead", dead);
  return deeds;
}

type Tell = (at: number, by: Deed["by"], action: string, details?: Deed["details"]) => void;

function tellEnd(one: Decision, gateway: Deed["by"], tell: Tell): void {
  const { decidedAt, decision, reason, revision, argumentsSha256 } = one;
  if (decidedAt === null) return;
  const last = one.votes.at(-1);
  const details = { revision, arguments_sha256: argumentsSha256, edited: revision > 1, reason };
  if (decision === "expired")
    tell(decidedAt, EXPIRY, "approval.expired", { decide_by: new Date(one.decideBy) });
  else if (!last) tell(decidedAt, gateway, "approval.cancelled", { reason });
  else if (decision === "revoked") {
    tell(last.at, byPerson(last.by), "approval.approved", { ...details, reason: null });
    tell(decidedAt, byPerson(last.by), "approval.revoked", { reason });
  } else tell(decidedAt, byPerson(last.by), `approval.${decision}`, details);
}

function tellRun(one: Decision, gateway: Deed["by"], tell: Tell): void {
  const { execution, executionId: execution_id, startedAt, finishedAt, useBy } = one;
  if (execution === "lapsed" && useBy !== null) tell(useBy, EXPIRY, "approval.lapsed");
  if (startedAt === null) return;
  tell(startedAt, gateway, "approval.executing", { execution_id });
  const ran = { execution_id, duration_ms: (finishedAt ?? startedAt) - startedAt };
  if (finishedAt === null) tell(startedAt + UNKNOWN_MS, EXPIRY, "approval.outcome_unknown");
  else if (execution !== "failed") tell(finishedAt, gateway, "approval.succeeded", ran);
  else tell(finishedAt, gateway, "approval.failed", { ...ran, error: errorOf(one.held)[1] });
}

/** The rows of a tenant's chain, in order of time before `until`. */
export function chainOf(tenantId: string, deeds: readonly Deed[], until: number): RowOf<"Activity">[] {
  let previous = GENESIS;
  return deeds
    .filter((deed) => deed.at < until)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, by, action, subject, details = {} }, index) => {
      const entry: ActivityEntry = {
        tenantId,
        seq: BigInt(index + 1),
        at: new Date(at),
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
      return { ...entry, seq: index + 1, at, hash: previous };
    });
}
