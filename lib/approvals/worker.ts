import { type ActivityEntry, changeEntry, recordActivities } from "@/lib/activity/record";
import { change, isDatabaseUnavailable, read } from "@/lib/core/db";
import { type Job, QUIET_MS } from "@/lib/core/every";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { log } from "@/lib/core/log";
import { systemScope } from "@/lib/core/scope";
import type { DeliveryOutcome, OutcomeHook } from "@/lib/delivery/record";
import { Prisma } from "@/lib/generated/prisma/client";
import { liveHub } from "@/lib/live/hub";
import { wakeOn } from "@/lib/live/wait";
import { type Closed, enqueueCallbacks } from "./callbacks";
import { ANNOUNCED, close } from "./closing";
import { tellEscalated } from "./escalation";
import { reportFromCallback } from "./execution/commands";
import { executionReportSchema } from "./execution/schema";
import { NOBODY, receiptOf } from "./receipt-facts";
import { releaseHeld } from "./release";
import { remind } from "./reminders";

const scope = systemScope("expiry");

/** Deadlines are whole seconds; this interval keeps "expired" accurate to about a second. */
const EVERY_MS = 1_000;
// Per transaction: rows, and bytes of their arguments, which their callbacks carry.
const BATCH = { rows: 500, bytes: 8 * 1024 * 1024 };
/** A pass ends after this; the next one follows at once. */
const PASS_MS = 5_000;

/**
 * One pass over past deadlines, by the database's clock: undecided approvals expire (with
 * callbacks), unused ones lapse, unreported executions become unknown. Several workers may run it
 * at once.
 * @param passMs after this it ends, and leaves the rest to the next one
 * @returns how many rows moved
 */
export async function runOnce(passMs = PASS_MS): Promise<number> {
  return (await turn(passMs)).moved;
}

/** Runs at the next deadline, or after an announcement, which may set an earlier one. */
export function deadlines(): Job {
  let lookAt = 0;
  return {
    name: "deadlines",
    ms: async () => Math.min(lookAt - performance.now(), liveHub().connected ? QUIET_MS : EVERY_MS),
    gapMs: EVERY_MS,
    wake: wakeOn("approval"),
    runOnce: async () => {
      const { found, more, dueMs } = await turn();
      // Locked rows are retried soon.
      lookAt = performance.now() + (found ? EVERY_MS : Math.ceil(dueMs ?? QUIET_MS));
      return more;
    },
  };
}

type Turn = {
  moved: number;
  found: boolean;
  more: boolean;
  dueMs: number | null;
};

/** Tenant by tenant, so that it locks one activity chain at a time. */
async function turn(passMs = PASS_MS): Promise<Turn> {
  const end = performance.now() + passMs;
  const { held, escalating, undecided, reminding, unused, unreported, dueMs } = await lookForDue();
  const work = [
    ...held.map((call) => () => releaseHeld(call)),
    ...escalating.map((tenantId) => () => tellEscalated(tenantId)),
    ...undecided.map((tenantId) => () => expire(tenantId)),
    ...reminding.map((tenantId) => () => remind(tenantId)),
    ...unused.map((tenantId) => () => endUnrun(tenantId, UNUSED, "lapsed", "approval.lapsed")),
    ...unreported.map(
      (tenantId) => () => endUnrun(tenantId, UNREPORTED, "unknown", "approval.outcome_unknown"),
    ),
  ];
  let moved = 0;
  for (const batch of work)
    for (let rows = BATCH.rows; rows === BATCH.rows && performance.now() < end; moved += rows)
      rows = await orNone(batch);
  return { moved, found: work.length > 0, more: performance.now() >= end, dueMs };
}

/** Logs a tenant's error and retries with the next pass; the other tenants continue. */
async function orNone(batch: () => Promise<number>): Promise<number> {
  try {
    return await batch();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error }, "what time had ended could not be moved, trying again");
    return 0;
  }
}

// The statement's start time, which an index can serve; clock_timestamp() would be evaluated per
// row.
const NOW = Prisma.sql`statement_timestamp()`;
// A held call was decided in time.
const UNDECIDED = Prisma.sql`a.decision = 'pending' and a.release_at is null and a.decide_by <= ${NOW}`;
const ESCALATING = Prisma.sql`a.decision = 'pending' and a.release_at is null and a.escalate_at <= ${NOW}`;
const REMINDING = Prisma.sql`a.decision = 'pending' and a.release_at is null and a.remind_at <= ${NOW}`;
const UNUSED = Prisma.sql`a.execution = 'awaiting' and a.use_by <= ${NOW}`;
const UNREPORTED = Prisma.sql`a.execution = 'executing' and (a.tenant_id, a.id, a.execution_id) in (
  select e.tenant_id, e.approval_id, e.id from executions e where e.state = 'executing' and e.lease_until <= ${NOW})`;

type Due = {
  held: { tenantId: string; id: string }[];
  escalating: string[];
  undecided: string[];
  reminding: string[];
  unused: string[];
  unreported: string[];
  dueMs: number | null;
};

/** The tenants with past deadlines of each kind, and the time of the next deadline. */
async function lookForDue(): Promise<Due> {
  const tenants = (due: Prisma.Sql) =>
    Prisma.sql`array(select distinct a.tenant_id::text from approvals a where ${due})`;
  const [due] = await read(
    scope,
    (tx) => tx.$queryRaw<Due[]>`
      select (select coalesce(json_agg(json_build_object('tenantId', h.tenant_id, 'id', h.id) order by h.release_at), '[]') from (
                select a.tenant_id, a.id, a.release_at from approvals a where a.release_at <= ${NOW}
                order by a.release_at limit ${BATCH.rows}::int) h) as held,
        ${tenants(ESCALATING)} as escalating, ${tenants(UNDECIDED)} as undecided, ${tenants(REMINDING)} as reminding,
        ${tenants(UNUSED)} as unused, ${tenants(UNREPORTED)} as unreported,
        (extract(epoch from least(
          (select min(a.release_at) from approvals a where a.release_at > ${NOW}),
          (select min(a.escalate_at) from approvals a where a.decision = 'pending' and a.escalate_at > ${NOW}),
          (select min(a.remind_at) from approvals a where a.decision = 'pending' and a.remind_at > ${NOW}),
          (select min(a.decide_by) from approvals a where a.decision = 'pending' and a.decide_by > ${NOW}),
          (select min(a.use_by) from approvals a where a.execution = 'awaiting' and a.use_by > ${NOW}),
          (select min(e.lease_until) from executions e where e.state = 'executing' and e.lease_until > ${NOW})
        ) - clock_timestamp()) * 1000)::float8 as "dueMs"`,
  );
  if (!due) throw new Error("the database did not say what is due");
  return due;
}

function expire(tenantId: string): Promise<number> {
  return change(scope, async (tx) => {
    const set = Prisma.sql`decision = 'expired', execution = 'blocked', decided_by = 'expiry'`;
    const closed = await close(tx, set, batchOf(tenantId, UNDECIDED));
    await enqueueCallbacks(tx, closed);
    const deed = (one: Closed) => {
      const { id, decision, execution, decideBy, decidedAt, decidedBy } = one;
      const facts = { receipt: receiptOf(one, NOBODY) };
      return changeEntry(
        "approval.expired",
        null,
        { id, tenantId, decision, execution, decideBy, decidedAt, decidedBy },
        { facts },
      );
    };
    await recordActivities(tx, scope, closed.map(deed));
    return closed.length;
  });
}

function endUnrun(
  tenantId: string,
  due: Prisma.Sql,
  state: "lapsed" | "unknown",
  action: string,
): Promise<number> {
  return change(scope, async (tx) => {
    const moved = await tx.$queryRaw<{ id: string }[]>`
      with moved as (
        update approvals set execution = ${state}::execution_state, updated_at = clock_timestamp()
        where ${batchOf(tenantId, due)} returning tenant_id, id, execution_id),
      ended as (
        update executions e set state = ${state}::execution_state from moved a
        where e.tenant_id = a.tenant_id and e.id = a.execution_id and e.state in ('awaiting', 'executing'))
      select a.id from moved a order by a.id`;
    const deed = ({ id }: { id: string }) => changeEntry(action, null, { id, tenantId, execution: state });
    await recordActivities(tx, scope, moved.map(deed));
    return moved.length;
  });
}

/**
 * The due rows that one transaction takes, at least the first. Always locks approvals before their
 * executions; a locked row waits for the next pass.
 */
function batchOf(tenantId: string, due: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`tenant_id = ${tenantId}::uuid and id in (
    select free.id from (
      select locked.id, sum(locked.bytes) over (order by locked.id) - locked.bytes as before from (
        select a.id, octet_length(a.arguments_text) as bytes from approvals a
        where a.tenant_id = ${tenantId}::uuid and ${due} order by a.id limit ${BATCH.rows}::int for update of a skip locked) locked
      ) free where free.before < ${BATCH.bytes}::int)`;
}

/** Copies callback outcomes to approvals. Only the newest event counts. */
export const showDelivery: OutcomeHook = {
  of: "callbacks",
  follow: async (tx, settled) => {
    const shown = settled.filter(({ approvalId, outcome }) => approvalId !== null && outcome !== "retry");
    if (shown.length === 0) return [];
    const of = (name: "tenantId" | "approvalId" | "eventId" | "outcome") => shown.map((one) => one[name]);
    await tx.$queryRaw`
      update approvals a set delivery = s.outcome::delivery_state, updated_at = clock_timestamp()
      from unnest(${of("tenantId")}::uuid[], ${of("approvalId")}::uuid[], ${of("eventId")}::uuid[], ${of("outcome")}::text[])
           as s (tenant_id, approval_id, event_id, outcome)
      where a.tenant_id = s.tenant_id and a.id = s.approval_id
        and not exists (select 1 from outbox_events newer join outbox_events own
                        on own.tenant_id = newer.tenant_id and own.id = s.event_id
                        where newer.tenant_id = s.tenant_id and newer.approval_id = s.approval_id
                          and newer.gateway_id = own.gateway_id and newer.seq > own.seq)
      returning ${ANNOUNCED} as told`;
    return [];
  },
};

/** Reads `{"execution": {...}}` from the gateway's response and ignores everything else in it. */
export const reportInAnswer: OutcomeHook = {
  of: "callbacks",
  alone: (settled) => reported(settled) !== null,
  follow: async (tx, settled) => {
    const deeds: ActivityEntry[] = [];
    for (const one of settled) {
      const sent = reported(one);
      if (sent === null) continue;
      deeds.push(
        ...(await reportFromCallback(
          tx,
          { ...one, gatewayId: one.recipientId, approvalId: sent.approvalId },
          (executionId) => {
            const report = executionReportSchema.safeParse({ execution_id: executionId, ...sent.execution });
            return report.success ? report.data : null;
          },
        )),
      );
    }
    return deeds;
  },
};

function reported({ approvalId, outcome, answerBody }: DeliveryOutcome) {
  if (approvalId === null || outcome !== "delivered" || !answerBody) return null;
  const execution = executionIn(answerBody);
  return execution && { approvalId, execution };
}

function executionIn(text: string): object | null {
  try {
    const answer = toPlain(text, parseJson(text), ["/execution/result"]) as { execution?: unknown } | null;
    const execution = answer && typeof answer === "object" ? answer.execution : null;
    return execution !== null && typeof execution === "object" ? execution : null;
  } catch (error) {
    if (error instanceof JsonError) return null; // A response that is not JSON is an ordinary acknowledgement.
    throw error;
  }
}
