import { recordActivities } from "@/lib/activity/record";
import { ingest, type Tx } from "@/lib/core/db";
import { groupsByScope } from "@/lib/core/groups";
import { newId } from "@/lib/core/ids";
import type { GatewayScope } from "@/lib/core/scope";
import { type JudgedReport, leaveMarks } from "@/lib/intake/commands";
import { markFirstOnWord } from "@/lib/tenants/commands";
import type { GracePeriod } from "@/lib/tenants/rules";
import { type Reserved, type Row, releaseRows, reserveRows } from "./intake/commands";
import { type MarkedRow, withMarks } from "./intake/marks";
import { loadRowTenants } from "./intake/queries";
import {
  type Candidate,
  foreignTenant,
  judgeRow,
  type Refusal,
  type RowTenant,
  refusalOf,
  refuseRow,
  storedOutcome,
  usedId,
} from "./intake/rules";

const STATEMENT_ROWS = 100;
const STATEMENT_CHARACTERS = 512 * 1024;

export type Recorded = {
  accepted: { index: number; id: string }[];
  /** Equal to an earlier row, whose id is `id`. */
  duplicates: { index: number; id: string }[];
  rejected: { index: number; refusal: Refusal }[];
  /** Rows taken without a rationale in a grace period, and the first of these periods to end. */
  withoutRationale: number[];
  grace: GracePeriod | null;
};

type Rejection = Recorded["rejected"][number];

/**
 * Stores rows about agents' calls: all valid ones in one transaction, independent of invalid ones.
 * They are committed on return. Concurrent single rows of one key share a transaction.
 * @throws DomainError IN_FLIGHT or RATE_LIMITED; nothing is stored then
 */
export function recordCalls(scope: GatewayScope, candidates: readonly Candidate[]): Promise<Recorded> {
  const [single, ...more] = candidates;
  return single && more.length === 0 ? recordOne(scope, single) : recordTogether(scope, candidates);
}

const recordOne = groupsByScope({
  store: recordSingles,
  nameOf: ({ input, key }: Candidate) => key && JSON.stringify([input.tenant, key]),
  bytesOf: ({ input }) => input.arguments?.text.length ?? 0,
});

async function recordSingles(scope: GatewayScope, rows: readonly Candidate[]): Promise<Recorded[]> {
  const all = await recordTogether(
    scope,
    rows.map((row, index) => ({ ...row, index })),
  );
  const ofEach = <T extends { index: number }>(entries: readonly T[]) => {
    const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
    return (index: number, own: number) => {
      const its = byIndex.get(index);
      return its ? [{ ...its, index: own }] : [];
    };
  };
  const [accepted, duplicates, rejected] = [
    ofEach(all.accepted),
    ofEach(all.duplicates),
    ofEach(all.rejected),
  ];
  const missing = new Set(all.withoutRationale);
  return rows.map(({ index: own }, index) => ({
    accepted: accepted(index, own),
    duplicates: duplicates(index, own),
    rejected: rejected(index, own),
    withoutRationale: missing.has(index) ? [own] : [],
    grace: missing.has(index) ? all.graceOf(index) : null,
  }));
}

type Together = Recorded & { graceOf: (index: number) => GracePeriod | null };

function recordTogether(scope: GatewayScope, candidates: readonly Candidate[]): Promise<Together> {
  return ingest(scope, async (tx) => {
    const keys = [...new Set(candidates.map(({ input }) => input.tenant))];
    const agents = [...new Set(candidates.map(({ input }) => input.agent ?? ""))];
    const { now, tenants } = await loadRowTenants(tx, scope, { keys, agents });
    const { rows, rejected } = admit(scope, candidates, tenants, now);
    const reserved = await reserveRows(tx, scope, rows);
    for (const { index } of reserved.conflicts) rejected.push({ index, refusal: usedId() });
    const judged = judge(scope, reserved.fresh, tenants);
    await releaseRows(
      tx,
      scope,
      judged.refused.map(({ row }) => row),
    );
    const { duplicates, fallen } = followers(reserved.duplicates, judged.refused);
    for (const { row, refusal } of [...judged.refused, ...fallen])
      rejected.push({ index: row.index, refusal });
    const marked = await withMarks(tx, scope, judged.good);
    await insertRows(tx, scope, marked);
    await leaveMarks(tx, scope, judged.marks);
    await noteFirstOnWord(tx, scope, marked);
    return {
      accepted: judged.good.map(({ index, id }) => ({ index, id })),
      duplicates: duplicates.map(({ row, id }) => ({ index: row.index, id })),
      rejected: rejected.toSorted((a, b) => a.index - b.index),
      withoutRationale: [...judged.warned.keys()],
      grace: firstToEnd([...judged.warned.values()]),
      graceOf: (index) => judged.warned.get(index) ?? null,
    };
  });
}

type Tenants = ReadonlyMap<string, RowTenant>;

function admit(
  scope: GatewayScope,
  candidates: readonly Candidate[],
  tenants: Tenants,
  now: Date,
): { rows: Row[]; rejected: Rejection[] } {
  const rows: Row[] = [];
  const rejected: Rejection[] = [];
  for (const candidate of candidates) {
    const tenant = tenants.get(candidate.input.tenant);
    const refusal = tenant
      ? refuseRow(candidate.input, scope.actor.name, now)
      : foreignTenant(candidate.input.tenant);
    if (refusal || !tenant)
      rejected.push({
        index: candidate.index,
        refusal: refusal ?? foreignTenant(candidate.input.tenant),
      });
    else rows.push({ ...candidate, id: newId(), tenantId: tenant.id });
  }
  return { rows, rejected };
}

type Refused = { row: Row; refusal: Refusal };
type Judged = {
  good: Row[];
  refused: Refused[];
  /** The grace periods of rows taken without a rationale, by index. */
  warned: Map<number, GracePeriod>;
  marks: JudgedReport[];
};

/** Judges only fresh rows: a retry of a row that was taken in time is not refused later. */
function judge({ actor }: GatewayScope, rows: readonly Row[], tenants: Tenants): Judged {
  const judged: Judged = { good: [], refused: [], warned: new Map(), marks: [] };
  for (const row of rows) {
    const tenant = tenants.get(row.input.tenant);
    if (!tenant) continue;
    const { refusal, warning, grace, ...marks } = judgeRow(row.input, tenant, actor.name);
    if (refusal) judged.refused.push({ row, refusal: refusalOf(refusal) });
    else judged.good.push(row);
    if (warning) judged.warned.set(row.index, grace);
    judged.marks.push({ tenantId: row.tenantId, agent: row.input.agent, ...marks });
  }
  return judged;
}

/** A duplicate within a batch gets the result of its original. */
function followers(
  duplicates: Reserved["duplicates"],
  refused: readonly Refused[],
): { duplicates: Reserved["duplicates"]; fallen: Refused[] } {
  const refusals = new Map(refused.map(({ row, refusal }) => [row.id, refusal]));
  return {
    duplicates: duplicates.filter(({ id }) => !refusals.has(id)),
    fallen: duplicates.flatMap(({ row, id }) => {
      const refusal = refusals.get(id);
      return refusal ? [{ row, refusal }] : [];
    }),
  };
}

function firstToEnd(periods: readonly GracePeriod[]): GracePeriod | null {
  return periods.toSorted((a, b) => a.until.getTime() - b.until.getTime())[0] ?? null;
}

/** Single inserts are ten times slower, and one statement for all blocks others. */
async function insertRows(tx: Tx, scope: GatewayScope, rows: readonly MarkedRow[]): Promise<void> {
  let some: MarkedRow[] = [];
  let characters = 0;
  for (const row of rows) {
    some.push(row);
    characters += row.input.arguments?.text.length ?? 0;
    if (some.length < STATEMENT_ROWS && characters < STATEMENT_CHARACTERS) continue;
    await insertSome(tx, scope, some);
    [some, characters] = [[], 0];
  }
  if (some.length > 0) await insertSome(tx, scope, some);
}

async function insertSome(tx: Tx, scope: GatewayScope, rows: readonly MarkedRow[]): Promise<void> {
  await tx.$executeRaw`
    insert into tool_calls (id, tenant_id, gateway_id, external_id, provider, tool, method, rationale, risk, arguments_text,
                            outcome, outcome_detail, error_message, validation, referral, duration_ms, attempt, agent,
                            agent_version, model, on_behalf_of, session_id, call_id, approval_id, occurred_at, ran_on,
                            rated_risk)
    select id, tenant_id, ${scope.actor.id}::uuid, external_id, provider, tool, method, rationale, risk::risk, arguments_text,
           outcome, outcome_detail, error_message, validation, referral, duration_ms, attempt, agent,
           agent_version, model, on_behalf_of, session_id, call_id, approval_id, occurred_at, ran_on, rated_risk::risk
    from json_to_recordset(${JSON.stringify(rows.map(wireRow))}::json)
      as r(id uuid, tenant_id uuid, external_id text, provider text, tool text, method text, rationale text, risk text,
           arguments_text text, outcome text, outcome_detail text, error_message text, validation jsonb, referral jsonb,
           duration_ms int, attempt int, agent text, agent_version text, model text, on_behalf_of text, session_id text,
           call_id text, approval_id uuid, occurred_at timestamptz, ran_on text, rated_risk text)`;
}

function wireRow({ id, tenantId, input, mark }: MarkedRow) {
  return {
    id,
    tenant_id: tenantId,
    external_id: input.id,
    provider: input.provider,
    tool: input.tool,
    method: input.method,
    rationale: input.rationale,
    risk: input.risk,
    arguments_text: input.arguments?.text,
    outcome: storedOutcome(input),
    outcome_detail: input.outcomeDetail,
    error_message: input.errorMessage,
    // As text, because a number may exceed every database type.
    validation: input.validation?.map(({ path, message, received }) => ({
      path,
      message,
      received_json: received?.text,
    })),
    referral: input.referral,
    duration_ms: input.durationMs,
    attempt: input.attempt,
    agent: input.agent,
    agent_version: input.agentVersion,
    model: input.model,
    on_behalf_of: input.onBehalfOf,
    session_id: input.sessionId,
    call_id: input.callId,
    approval_id: input.approvalId,
    occurred_at: input.occurredAt,
    ran_on: mark?.ranOn,
    rated_risk: mark?.ratedRisk,
  };
}

/** Records once per tenant and tool that an unrated tool ran on the gateway's word. */
async function noteFirstOnWord(tx: Tx, scope: GatewayScope, rows: readonly MarkedRow[]): Promise<void> {
  const tools = new Map<string, string>();
  for (const { tenantId, input, mark } of rows)
    if (mark?.ranOn === "gateway_word" && !tools.has(tenantId)) tools.set(tenantId, input.tool);
  if (tools.size === 0) return;
  const first = await markFirstOnWord(tx, [...tools.keys()]);
  const entries = first.map((id) => ({
    action: "tenant.ran_on_word",
    subject: { kind: "tenant", id, tenantId: id },
    details: { tool: tools.get(id) },
  }));
  await recordActivities(tx, scope, entries);
}
