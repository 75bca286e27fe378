import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { durationStep } from "./rules";
import {
  type Caller,
  type ClosedGroup,
  DURATION_STEPS,
  type OpenGroup,
  type ToolOfCall,
  type Walked,
  type WalkedCall,
} from "./types";

/** Serializes rows to JSON without the characters that Postgres text cannot hold. */
export const rowsText = (rows: readonly unknown[]): string =>
  JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "␀") : value,
  );

/** Stores the results of a walk and moves the cursor. */
export async function store(
  tx: Tx,
  tenantId: string,
  calls: readonly WalkedCall[],
  walked: Walked,
): Promise<void> {
  await addUse(tx, tenantId, sumsOf(calls, walked));
  await storeGroups(tx, tenantId, walked.closed);
  await storeGroups(tx, tenantId, [...walked.open.values()]);
  await storeRefusals(tx, tenantId, walked);
  await noteRefusedTools(tx, tenantId, calls);
}

/** Notes that all calls up to this one were walked. */
export async function moveCursor(tx: Tx, tenantId: string, callId: string): Promise<void> {
  await tx.$executeRaw`
    insert into attempt_cursors (tenant_id, call_id) values (${tenantId}::uuid, ${callId}::uuid)
    on conflict (tenant_id) do update set call_id = excluded.call_id, walked_at = clock_timestamp()`;
}

export const lockOf = (tenantId: string) => `attempts:${tenantId}`;

const WALKED = [
  ...(["tool_refusals", "attempt_groups", "tool_use_days", "attempt_cursors"] as const),
  ...(["tool_mistake_passes", "tool_mistakes"] as const),
];

/** Deletes the results for these tenants, so that the worker walks all their calls again. */
export async function walkAnew(tx: Tx, tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of tenantIds.toSorted())
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lockOf(tenantId)}, 0))`;
  for (const table of WALKED)
    await tx.$executeRaw`delete from ${Prisma.raw(table)} where tenant_id = any(${[...tenantIds]}::uuid[])`;
}

const COUNTS = [
  "ok",
  "caller",
  "failed",
  "boundary",
  "governance",
  "extrinsic",
  "late",
  "groups",
  "first_try",
  "worked",
  "turns",
  "switched",
  "abandoned",
  "referred",
  "repairs",
  "repairs_worked",
  "repairs_same",
  "low_use",
] as const;

type Counts = Record<(typeof COUNTS)[number], number>;

const ZEROS = Object.fromEntries(COUNTS.map((count) => [count, 0])) as Counts;

type Sum = Counts & {
  tool: string;
  kind: string;
  day: string;
  gateway_id: string;
  provider: string;
  version: number;
  name: string;
  durations: number[];
};

type Counted = ToolOfCall & Caller & { occurredAt: number };

function sumsOf(calls: readonly WalkedCall[], walked: Walked): Sum[] {
  const sums = new Map<string, Sum>();
  const add = (of: Counted, counts: Partial<Counts>, durationMs: number | null = null) => {
    for (const sum of sumsFor(sums, of)) {
      for (const [name, count] of Object.entries(counts)) sum[name as keyof Counts] += count;
      if (durationMs !== null) {
        const step = durationStep(durationMs);
        sum.durations[step] = (sum.durations[step] ?? 0) + 1;
      }
    }
  };
  for (const call of calls) {
    const kind = call.class === "tool" ? "failed" : call.class;
    // The duration of a held call says nothing about the tool.
    const timed = call.class === "governance" ? null : call.durationMs;
    const low_use = call.outcome === "low_utility" ? 1 : 0;
    add(call, { [kind]: 1, late: call.late ? 1 : 0, low_use }, timed);
  }
  for (const call of walked.firstTries) add(call, { groups: 1, first_try: 1, worked: 1, turns: 1 });
  for (const group of walked.closed) {
    const worked = group.ended === "worked" ? 1 : 0;
    add(group, {
      ...{ groups: 1, [group.ended]: 1, turns: worked * group.calls },
      ...{ repairs: group.calls - 1, repairs_worked: worked, repairs_same: group.failure.same },
    });
  }
  return [...sums.values()];
}

function sumsFor(sums: Map<string, Sum>, of: Counted): Sum[] {
  const day = new Date(of.occurredAt).toISOString().slice(0, 10);
  const kinds = [
    ["all", ""] as const,
    ...(["agent", "model", "method"] as const).map((kind) => [kind, of[kind]] as const),
  ];
  const place = JSON.stringify([day, of.gatewayId, of.provider, of.tool, of.version]);
  return kinds.map(([kind, name]) => {
    const key = `${place}${kind} ${name}`;
    const known = sums.get(key);
    if (known) return known;
    const durations = Array<number>(DURATION_STEPS).fill(0);
    const { tool, provider, version, gatewayId: gateway_id } = of;
    const fresh = { ...ZEROS, tool, kind, day, gateway_id, provider, version, name, durations };
    sums.set(key, fresh);
    return fresh;
  });
}

/** Postgres parses its own array syntax many times faster than a list inside JSON. */
const withArrayText = (sum: Sum) => ({ ...sum, durations: `{${sum.durations.join(",")}}` });

async function addUse(tx: Tx, tenantId: string, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return;
  const columns = Prisma.raw(COUNTS.join(", "));
  const typed = Prisma.raw(COUNTS.map((count) => `${count} int`).join(", "));
  const added = Prisma.raw(COUNTS.map((count) => `${count} = t.${count} + excluded.${count}`).join(", "));
  await tx.$executeRaw`
    insert into tool_use_days as t (tenant_id, tool, kind, day, gateway_id, provider, version, name, durations, ${columns})
    select ${tenantId}::uuid, tool, kind, day, gateway_id, provider, version, name, durations, ${columns}
    from json_to_recordset(${rowsText(sums.map(withArrayText))}::json) as r(tool text, kind text, day date, gateway_id uuid, provider text, version int,
      name text, durations int[], ${typed})
    on conflict (tenant_id, tool, kind, day, gateway_id, provider, version, name) do update set ${added},
      durations = array(select a + b from unnest(t.durations, excluded.durations) with ordinality u(a, b, at) order by at)`;
}

/**
 * Joins and locks the calls of rows `r` until commit, because deleting a call also deletes its
 * rows. Skips calls that another transaction is deleting, so that the worker never waits.
 */
const andTheirCalls = (tenantId: string) => Prisma.sql`
  join tool_calls a on a.tenant_id = ${tenantId}::uuid and a.occurred_at = r.at and a.id = r.id
  for key share of a skip locked`;

async function storeGroups(
  tx: Tx,
  tenantId: string,
  groups: readonly (OpenGroup | ClosedGroup)[],
): Promise<void> {
  if (groups.length === 0) return;
  const rows = groups.map((group) => {
    const { agent, model, method, failure } = group;
    const ended = "ended" in group ? group.ended : null;
    return {
      ...{ id: group.id, session: group.sessionId, gateway: group.gatewayId, provider: group.provider },
      ...{ tool: group.tool, version: group.version, calls: group.calls, last_id: group.lastId },
      at: new Date(group.occurredAt).toISOString(),
      last_at: new Date(group.lastAt).toISOString(),
      ended,
      next: "nextTool" in group ? group.nextTool : null,
      state: ended === null ? { agent, model, method, failure } : null,
    };
  });
  await tx.$executeRaw`
    insert into attempt_groups (tenant_id, id, occurred_at, session_id, gateway_id, provider, tool, version, calls, last_at,
                                last_id, ended, next_tool, state)
    select ${tenantId}::uuid, r.id, r.at, session, gateway, r.provider, r.tool, version, calls, last_at, last_id, ended, next, state
    from json_to_recordset(${rowsText(rows)}::json) as r(id uuid, at timestamptz, session text, gateway uuid, provider text,
      tool text, version int, calls int, last_at timestamptz, last_id uuid, ended text, next text, state jsonb)
    ${andTheirCalls(tenantId)}
    on conflict (tenant_id, id) do update set calls = excluded.calls, last_at = excluded.last_at, last_id = excluded.last_id,
      ended = excluded.ended, next_tool = excluded.next_tool, state = excluded.state`;
}

async function storeRefusals(tx: Tx, tenantId: string, { refused, retried }: Walked): Promise<void> {
  const rows = refused.map(({ call, refusal, recovered }) => ({
    ...refusal,
    recovered,
    ...{ id: call.id, gateway: call.gatewayId, provider: call.provider, tool: call.tool },
    ...{ version: call.version, session: call.sessionId, at: new Date(call.occurredAt).toISOString() },
  }));
  if (rows.length > 0)
    await tx.$executeRaw`
      insert into tool_refusals (tenant_id, call_id, spot, occurred_at, gateway_id, provider, tool, version, session_id, path,
                                 keyword, value, sent, masked, allowed, recovered)
      select ${tenantId}::uuid, r.id, spot, r.at, gateway, r.provider, r.tool, version, session, path, keyword, value, sent, masked,
             allowed, recovered
      from json_to_recordset(${rowsText(rows)}::json) as r(id uuid, spot text, at timestamptz, gateway uuid, provider text,
        tool text, version int, session text, path text, keyword text, value text, sent text, masked int, allowed text[],
        recovered boolean)
      ${andTheirCalls(tenantId)}
      on conflict (tenant_id, call_id, spot) do nothing`;
  if (retried.length > 0)
    await tx.$executeRaw`
      update tool_refusals f set recovered = r.recovered
      from json_to_recordset(${rowsText(retried)}::json) as r("callId" uuid, recovered boolean)
      where f.tenant_id = ${tenantId}::uuid and f.call_id = r."callId" and f.keyword <> 'lost'`;
}

/** Marks tools with refused calls, so that the worker recomputes their mistakes. */
async function noteRefusedTools(tx: Tx, tenantId: string, calls: readonly WalkedCall[]): Promise<void> {
  const refused = calls.filter(
    ({ outcome, refusals }) => outcome === "validation_error" || refusals.length > 0,
  );
  const tools = new Map(refused.map(({ gatewayId, tool }) => [`${gatewayId} ${tool}`, { gatewayId, tool }]));
  if (tools.size === 0) return;
  await tx.$executeRaw`
    insert into tool_mistake_passes (tenant_id, gateway_id, tool)
    select ${tenantId}::uuid, r."gatewayId", r.tool
    from json_to_recordset(${rowsText([...tools.values()])}::json) as r("gatewayId" uuid, tool text) order by 2, 3
    on conflict (tenant_id, gateway_id, tool) do update set due = true`;
}
