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
import {
  type AdmittedCall,
  admissionOf,
  allowed,
  askedCall,
  heldBecause,
  knownCall,
  verdictOn,
} from "./call";
import { approvalData, inserted } from "./hold";
import { type CallFacts, IDENTITY, identityRow, loadFacts, nothingEarlier, tryToKeep } from "./queries";
import type { GateAnswer, GateResult } from "./types";
import { allowBody } from "./wire";

// Calls of one key that arrive at the same time, judged in one transaction: those that are let through or held, and that nothing
// earlier and no budget concerns. All others are left to be judged one by one.

type Item = { input: Authorize; request: IdentifiedRequest };

/** A call that this can answer, and with what. */
type Order = {
  call: AdmittedCall;
  request: IdentifiedRequest;
  /** Of the approval that holds it. */
  id: string | null;
  /** That lets it through. */
  allow: Extract<GateAnswer, { kind: "allow" }> | null;
};

/**
 * The answer to a call that is let through or held, once it is committed; null for a call that has to be judged by itself: a
 * retry, one that something earlier concerns, one that breaks a rule.
 * @throws DomainError RATE_LIMITED; nothing is stored then
 */
export async function authorizeTogether(
  scope: GatewayScope,
  input: Authorize,
  request: IdentifiedRequest,
): Promise<GateResult | null> {
  return judgeOne(scope, { input, request });
}

const judgeOne = groupsByScope({
  store: judgeTogether,
  nameOf: ({ request: { tenantId, key } }: Item) => key && `${tenantId} ${key}`,
  bytesOf: ({ input }: Item) => input.arguments.text.length + JSON.stringify(input.preview ?? null).length,
});

async function judgeTogether(scope: GatewayScope, items: readonly Item[]): Promise<(GateResult | null)[]> {
  return ingest(scope, async (tx) => {
    const asked = items.map(({ input, request }) => askedCall(scope.actor.id, input, request.tenantId));
    const facts = await loadFacts(tx, scope.actor.id, asked);
    const orders = items.map((item, at) => orderOf(scope, item, facts[at] ?? null));
    const stored = await storeOrders(tx, scope, orders);
    return orders.map((order, at) => resultOf(order, stored.get(at)));
  });
}

function orderOf(scope: GatewayScope, { input, request }: Item, facts: CallFacts | null): Order | null {
  if (!facts) return null;
  const call = knownCall(input, askedCall(scope.actor.id, input, request.tenantId), facts);
  // A call that takes from a budget waits for those that take from it before.
  if (call.way.budgeted.length > 0) return null;
  // The tenant's first row leaves more than an answer, and so does a caller's that offends or complies from here on.
  const admission = admissionOf(call);
  if (admission.refusal || admission.isFirst || admission.caller) return null;
  const { kind } = verdictOn(call, input);
  if (kind === "allow") return { call, request, id: null, allow: allowed(call) };
  // Where something earlier matters, the write would find it as well; this saves the way there.
  if (kind === "hold" && call.earlier.length === 0) return { call, request, id: newId(), allow: null };
  return null;
}

type Stored = { at: number; approval: Approval | null };

/** Stores those that leave something: approvals, and answers for retries. What comes back is stored. */
async function storeOrders(
  tx: Tx,
  scope: GatewayScope,
  orders: readonly (Order | null)[],
): Promise<Map<number, Stored>> {
  const leaving = orders.flatMap((order, at) =>
    order && (order.id || order.request.key) ? [{ at, order }] : [],
  );
  const first = firstOfEach(leaving);
  if (first.length === 0) return new Map();
  const free = await tryToKeep(
    tx,
    first.map(({ order: { call, request, id } }) => ({
      identity: call.identity,
      isHeld: id !== null,
      key: request.key,
    })),
  );
  const kept = first.filter((_, index) => free[index]);
  if (kept.length === 0) return new Map();
  return new Map((await write(tx, scope, kept)).map((stored) => [stored.at, stored]));
}

type Leaving = { at: number; order: Order };

/** Of equal calls that are to be held, one: the others meet it when they are judged by themselves. */
function firstOfEach(leaving: readonly Leaving[]): Leaving[] {
  const seen = new Set<string>();
  return leaving.filter(({ order: { call, id } }) => {
    if (!id) return true;
    const name = JSON.stringify(call.identity);
    const met = seen.has(name);
    seen.add(name);
    return !met;
  });
}

/** What is written of a call beside its approval: `given` of the statement. */
function givenRow({ at, order }: Leaving) {
  const { call, request, id, allow } = order;
  return {
    at,
    id,
    ...identityRow(call.identity),
    redemption_key: call.redemptionKey,
    cooldown: call.context.rejectionCooldownSeconds,
    key: request.key,
    sha: request.bodySha256,
    response: allow && serializeJson(allowBody(allow)),
  };
}

/** One statement, which sees what was committed before the calls were locked. A key that was used before writes nothing. */
async function write(tx: Tx, scope: GatewayScope, kept: readonly Leaving[]): Promise<Stored[]> {
  const gateway = Prisma.sql`${scope.actor.id}::uuid`;
  const approvals = kept.flatMap(({ order: { call, id } }) =>
    id ? [approvalData(scope, call, { id, heldBecause: heldBecause(call) })] : [],
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

function resultOf(order: Order | null, stored: Stored | undefined): GateResult | null {
  if (!order) return null;
  const { call, allow, request } = order;
  const result = { replayed: false, ...TAKEN, now: call.context.now };
  if (allow) return stored || request.key === null ? { answer: allow, ...result } : null;
  return stored?.approval ? { answer: { kind: "wait", approval: stored.approval }, ...result } : null;
}
