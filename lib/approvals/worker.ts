import { changeEntry, recordActivities, recordChange } from "@/lib/activity/record";
import { change, read, type Tx } from "@/lib/core/db";
import type { Job } from "@/lib/core/every";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import type { OutcomeHook } from "@/lib/delivery/record";
import { Prisma } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { enqueueCallback } from "./callbacks";
import { reportFromCallback } from "./execution/commands";
import { executionReportSchema } from "./execution/schema";

const BATCH = 100;

const scope = systemScope("expiry");

/**
 * One pass over what time has ended, by the database's clock: undecided approvals expire (with their callbacks), unused ones
 * lapse, executions that never reported become unknown. Any number of workers may run it at once.
 * @returns how many rows moved
 */
export async function runOnce(): Promise<number> {
  return (await expire()) + (await lapse()) + (await loseLeases());
}

/** Deadlines are whole seconds; looking once a second keeps "expired" within about a second of the truth. */
export const deadlines: Job = {
  name: "deadlines",
  ms: 1_000,
  runOnce: async () => (await runOnce()) >= BATCH,
};

/** Tenant by tenant, so that one activity chain is held at a time. */
async function eachTenant(due: Prisma.Sql, work: (tenantId: string) => Promise<number>): Promise<number> {
  const tenants = await read(
    scope,
    (tx) => tx.$queryRaw<{ tenantId: string }[]>`
      select distinct tenant_id as "tenantId" from approvals a where ${due} limit ${BATCH}::int`,
  );
  let moved = 0;
  for (const { tenantId } of tenants) moved += await work(tenantId);
  return moved;
}

// The time of the statement, which an index can be asked for; clock_timestamp() would be asked anew for every row there is.
const UNDECIDED = Prisma.sql`a.decision = 'pending' and a.decide_by <= statement_timestamp()`;
const UNUSED = Prisma.sql`a.execution = 'awaiting' and a.use_by <= statement_timestamp()`;
const UNREPORTED = Prisma.sql`a.execution = 'executing' and (a.tenant_id, a.id, a.execution_id) in (
  select e.tenant_id, e.approval_id, e.id from executions e where e.state = 'executing' and e.lease_until <= statement_timestamp())`;

function expire(): Promise<number> {
  return eachTenant(UNDECIDED, (tenantId) =>
    change(scope, async (tx) => {
      const moved = await move(
        tx,
        tenantId,
        UNDECIDED,
        Prisma.sql`decision = 'expired', execution = 'blocked',
        decided_at = clock_timestamp(), decided_by = 'expiry'`,
      );
      const approvals = await tx.approval.findMany({
        where: { tenantId, id: { in: moved.map((row) => row.id) } },
        orderBy: { id: "asc" },
      });
      for (const approval of approvals) {
        const { decision, execution } = approval;
        const ended = { id: approval.id, tenantId, decision, execution, decideBy: approval.decideBy };
        await recordChange(tx, scope, "approval.expired", null, ended);
        await enqueueCallback(tx, approval);
        await announce(tx, "approval", tenantId, approval.id);
      }
      return approvals.length;
    }),
  );
}

function lapse(): Promise<number> {
  return eachTenant(UNUSED, (tenantId) => endUnrun(tenantId, UNUSED, "lapsed", "approval.lapsed"));
}

function loseLeases(): Promise<number> {
  return eachTenant(UNREPORTED, (tenantId) =>
    endUnrun(tenantId, UNREPORTED, "unknown", "approval.outcome_unknown"),
  );
}

function endUnrun(
  tenantId: string,
  due: Prisma.Sql,
  state: "lapsed" | "unknown",
  action: string,
): Promise<number> {
  return change(scope, async (tx) => {
    const moved = await move(tx, tenantId, due, Prisma.sql`execution = ${state}::execution_state`);
    const ids = moved.map((row) => row.executionId);
    const open = { in: ["awaiting" as const, "executing" as const] };
    await tx.execution.updateMany({ where: { tenantId, id: { in: ids }, state: open }, data: { state } });
    const deed = ({ id }: Moved) => changeEntry(action, null, { id, tenantId, execution: state });
    await recordActivities(tx, scope, moved.map(deed));
    for (const { id } of moved) await announce(tx, "approval", tenantId, id);
    return moved.length;
  });
}

/** Approvals are always locked before their executions; a row that somebody else holds is left for the next pass. */
function move(tx: Tx, tenantId: string, due: Prisma.Sql, to: Prisma.Sql): Promise<Moved[]> {
  return tx.$queryRaw<Moved[]>`
    update approvals set ${to}, updated_at = clock_timestamp()
    where tenant_id = ${tenantId}::uuid and id in (
      select a.id from approvals a where a.tenant_id = ${tenantId}::uuid and ${due}
      order by a.id limit ${BATCH}::int for update of a skip locked)
    returning id, execution_id as "executionId"`;
}

type Moved = { id: string; executionId: string };

/** Shows a callback's outcome on its approval. Only the newest event counts: an older one may still be retrying. */
export const showDelivery: OutcomeHook = async (tx, settled) => {
  const { approvalId, tenantId, outcome } = settled;
  if (approvalId === null || outcome === "retry") return;
  const shown = await tx.$executeRaw`
    update approvals set delivery = ${outcome}::delivery_state, updated_at = clock_timestamp()
    where tenant_id = ${tenantId}::uuid and id = ${approvalId}::uuid
      and not exists (select 1 from outbox_events newer join outbox_events own on own.id = ${settled.eventId}::uuid
                      where newer.tenant_id = ${tenantId}::uuid and newer.approval_id = ${approvalId}::uuid and newer.seq > own.seq)`;
  if (shown > 0) await announce(tx, "approval", tenantId, approvalId);
};

/** Takes `{"execution": {...}}` out of the gateway's answer; anything else in it is of no concern here. */
export const reportInAnswer: OutcomeHook = async (tx, settled) => {
  const { approvalId } = settled;
  if (approvalId === null || settled.outcome !== "delivered" || !settled.answerBody) return;
  const sent = executionIn(settled.answerBody);
  if (sent === null) return;
  const approval = await tx.approval.findFirst({ where: { tenantId: settled.tenantId, id: approvalId } });
  const report = executionReportSchema.safeParse({ execution_id: approval?.executionId, ...sent });
  if (report.success)
    await reportFromCallback(tx, systemScope("callback answer"), { ...settled, approvalId }, report.data);
};

function executionIn(text: string): object | null {
  try {
    const answer = toPlain(text, parseJson(text), ["/execution/result"]) as { execution?: unknown } | null;
    const execution = answer && typeof answer === "object" ? answer.execution : null;
    return execution !== null && typeof execution === "object" ? execution : null;
  } catch (error) {
    if (error instanceof JsonError) return null; // an answer that is not JSON is an ordinary acknowledgement
    throw error;
  }
}
