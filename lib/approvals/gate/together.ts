import { ingest, type Tx } from "@/lib/core/db";
import { groupsByScope } from "@/lib/core/groups";
import type { IdentifiedRequest } from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import type { GatewayScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { TAKEN } from "@/lib/intake/types";
import { ANNOUNCED } from "../closing";
import { APPROVAL } from "../row";
import type { Authorize } from "../schema";
import { admissionOf, allowed, askedCall, knownCall, type Order, orderOf } from "./call";
import { approvalData, inserted } from "./hold";
import { type CallFacts, IDENTITY, identityRow, loadFacts, nothingEarlier, tryToKeep } from "./queries";
import type { GateAnswer, GateResult } from "./types";
import { allowBody } from "./wire";

// Judges concurrent calls of one key in one transaction: allowed or held calls without earlier
// approvals and budgets. All others are judged one by one.

type Item = { input: Authorize; request: IdentifiedRequest };

/** A call that the batch can answer: its order, and what allows it; null: it is held. */
type Ordered = {
  order: Order;
  request: IdentifiedRequest;
  allow: Extract<GateAnswer, { kind: "allow" }> | null;
};

/**
 * The committed answer to an allowed or held call. Null for a call that must be judged alone: a
 * retry, one with earlier approvals, or one that breaks a rule.
 * @throws DomainError RATE_LIMITED; nothing is stored then
 */
export async function judgeTogether(
  scope: GatewayScope,
  input: Authorize,
  request: IdentifiedRequest,
): Promise<GateResult | null> {
  return joinGroup(scope, { input, request });
}

const joinGroup = groupsByScope({
  store: judgeGroup,
  nameOf: ({ request: { tenantId, key } }: Item) => key && `${tenantId} ${key}`,
  bytesOf: ({ input }: Item) => input.arguments.text.length + JSON.stringify(input.preview ?? null).length,
});

async function judgeGroup(scope: GatewayScope, items: readonly Item[]): Promise<(GateResult | null)[]> {
  return ingest(scope, async (tx) => {
    const asked = items.map(({ input, request }) => askedCall(scope.actor.id, input, request.tenantId));
    const facts = await loadFacts(tx, scope.actor.id, asked);
    const all = items.map((item, at) => orderedOf(scope, item, facts[at] ?? null));
    const stored = await storeOrders(tx, scope, all);
    return all.map((ordered, at) => resultOf(ordered, stored.get(at)));
  });
}

function orderedOf(scope: GatewayScope, { input, request }: Item, facts: CallFacts | null): Ordered | null {
  if (!facts) return null;
  const call = knownCall(input, askedCall(scope.actor.id, input, request.tenantId), facts);
  // A call that takes from a budget waits for earlier ones.
  if (call.way.budgeted.length > 0) return null;
  // The tenant's first call, and a caller that starts or stops violating a rule, store more than an
  // answer.
  const admission = admissionOf(call);
  if (admission.refusal || admission.isFirst || admission.caller) return null;
  const order = orderOf(call, newId());
  if (order.verdict.kind === "allow") return { order, request, allow: allowed(call) };
  // The insert would find earlier approvals too; this check saves the attempt.
  const isNew = order.verdict.kind === "hold" && call.earlier.length === 0;
  return isNew ? { order, request, allow: null } : null;
}

type Stored = { at: number; approval: Approval | null };

/** Stores approvals, and answers for retries. Returns those that were stored. */
async function storeOrders(
  tx: Tx,
  scope: GatewayScope,
  all: readonly (Ordered | null)[],
): Promise<Map<number, Stored>> {
  const leaving = all.flatMap((ordered, at) =>
    ordered && (!ordered.allow || ordered.request.key) ? [{ at, ...ordered }] : [],
  );
  const first = firstOfEach(leaving);
  if (first.length === 0) return new Map();
  const free = await tryToKeep(
    tx,
    first.map(({ order: { call }, request, allow }) => ({
      identity: call.identity,
      isHeld: allow === null,
      key: request.key,
    })),
  );
  const kept = first.filter((_, index) => free[index]);
  if (kept.length === 0) return new Map();
  return new Map((await write(tx, scope, kept)).map((stored) => [stored.at, stored]));
}

type Leaving = Ordered & { at: number };

/** One of equal held calls; the others find it when they are judged alone. */
function firstOfEach(leaving: readonly Leaving[]): Leaving[] {
  const seen = new Set<string>();
  return leaving.filter(({ order: { call }, allow }) => {
    if (allow) return true;
    const name = JSON.stringify(call.identity);
    const met = seen.has(name);
    seen.add(name);
    return !met;
  });
}

function givenRow({ at, order: { call, id }, request, allow }: Leaving) {
  return {
    at,
    id: allow ? null : id,
    ...identityRow(call.identity),
    redemption_key: call.redemptionKey,
    cooldown: call.context.rejectionCooldownSeconds,
    key: request.key,
    sha: request.bodySha256,
    response: allow && serializeJson(allowBody(allow)),
  };
}

/** One statement, which sees all commits before the locks. A used key inserts nothing. */
async function write(tx: Tx, scope: GatewayScope, kept: readonly Leaving[]): Promise<Stored[]> {
  const gateway = Prisma.sql`${scope.actor.id}::uuid`;
  const approvals = kept.flatMap(({ order, allow }) =>
    allow ? [] : [approvalData(scope, order.call, order)],
  );
  const held = approvals.length > 0;
  const rows = await tx.$queryRaw<(Partial<Approval> & { at: number })[]>`
    with given as materialized (
      select c.*, approval_call(${gateway}, c.provider, c.tool, c.agent, c.digest) as hash
      from json_to_recordset(${JSON.stringify(kept.map(givenRow))}::json) as c(
        at int, id uuid, ${IDENTITY}, redemption_key text, cooldown int, key text, sha text, response text)),
    fresh as materialized (select c.* from given c where c.id is null or ${nothingEarlier(gateway)}),
    claimed as (
      insert into idempotency as i (tenant_id, gateway_id, kind, key, body_sha256, row_id, response)
      select f.tenant_id, ${gateway}, 'authorize', f.key, f.sha, f.id, f.response from fresh f where f.key is not null
      order by f.tenant_id, f.key
      on conflict do nothing returning i.tenant_id, i.key),
    taken as materialized (
      select f.at, f.id from fresh f
      where f.key is null or exists (select from claimed i where i.tenant_id = f.tenant_id and i.key = f.key))
    ${held ? Prisma.sql`, ${inserted(approvals, Prisma.sql`r.id in (select id from taken)`)}` : Prisma.empty}
    select t.at ${held ? Prisma.sql`, ${APPROVAL}, case when a.id is not null then ${ANNOUNCED} end as told` : Prisma.empty}
    from taken t ${held ? Prisma.sql`left join made a on a.id = t.id` : Prisma.empty}`;
  return rows.map(({ at, ...row }) => ({ at, approval: row.id ? (row as Approval) : null }));
}

function resultOf(ordered: Ordered | null, stored: Stored | undefined): GateResult | null {
  if (!ordered) return null;
  const { order, allow, request } = ordered;
  const result = { replayed: false, ...TAKEN, now: order.call.context.now };
  if (allow) return stored || request.key === null ? { answer: allow, ...result } : null;
  return stored?.approval ? { answer: { kind: "wait", approval: stored.approval }, ...result } : null;
}
