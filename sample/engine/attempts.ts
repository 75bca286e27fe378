import { type Decision, decisionOf, revised, told } from "./decision";
import type { Plan } from "./plan";

const MINUTE = 60_000;
const SECOND_SHARE = 0.35;

/** Approval `index` of a kind, preceded by the agent's first attempt if it was sent back. */
export function decisionsOf(plan: Plan, kind: "decided" | "waiting", index: number): Decision[] {
  const one = decisionOf(plan, kind, index);
  const { held, session, last } = one;
  if (kind !== "waiting" || held.next === undefined || session.scene.bold) return [one];
  if (!session.chance.of("attempts").maybe(SECOND_SHARE)) return [one];
  const sent = { ...last.arguments, ...held.next };
  const now = { ...last, arguments: sent, argumentsText: JSON.stringify(sent), attempt: 2 };
  return [
    sentBack(plan, one),
    { ...one, ...revised(sent), calls: [...one.calls.slice(0, -1), now], last: now },
  ];
}

/** The same call some minutes earlier, with a person's request for changes. */
function sentBack(plan: Plan, one: Decision): Decision {
  const { session, held, last, gateway } = one;
  const chance = session.chance.of("first attempt");
  const at = one.at - chance.int(12, 40) * MINUTE;
  const decidedAt = at + (one.at - at) * 0.7;
  const by = chance.pick(session.tenant.people);
  const call = { ...last, id: chance.id(at), callId: `toolu_${chance.code(16)}`, occurredAt: at };
  const reason = held.changes;
  const votes = [{ id: chance.id(decidedAt), by, verdict: "request_changes", reason, at: decidedAt }];
  return {
    ...one,
    ...revised(last.arguments),
    ...{ id: chance.id(at), externalId: `call_${chance.code(12)}`, at, calls: [call], last: call },
    ...{ decision: "changes_requested", decidedBy: by.name, decidedAt, reason, votes, assignments: [] },
    decideBy: at + session.tenant.ttlSeconds * 1_000,
    ...{ execution: "blocked", executionId: null, startedAt: null, finishedAt: null, useBy: null },
    ...told(plan, { session: { ...session, chance }, gateway }, decidedAt, null),
  };
}
