import { isLockTimeout, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { inFlight, type RequestKey } from "@/lib/core/idempotency";
import type { RiskWord } from "@/lib/core/risk";
import { Prisma } from "@/lib/generated/prisma/client";
import { isOffending } from "@/lib/intake/offenders/queries";
import type { IntakeFacts } from "@/lib/intake/types";
import { POLICIES_IN_FORCE, policiesInForce } from "@/lib/policies/current-version";
import type { PoliciesInForce } from "@/lib/policies/rules";
import { RULES_IN_FORCE } from "@/lib/tools/by-rule/queries";
import { ruleForName } from "@/lib/tools/by-rule/rules";
import type { RatingRule } from "@/lib/tools/by-rule/types";
import { candidatesOf, type RatedRow, type ToolForCall, toolForCall } from "@/lib/tools/queries";
import { rulesForCall } from "../remembered/active-rules";
import type { RuleForCall } from "../remembered/types";
import type { EarlierApproval } from "./rules";

/**
 * Identifies "the same call": gateway, tenant, tool, arguments, agent, requester and model.
 * Policies and separation depend on all of these, so an approval of one call must not serve
 * another.
 */
type CallIdentity = {
  tenantId: string;
  gatewayId: string;
  provider: string | null;
  tool: string;
  agent: string | null;
  onBehalfOf: string | null;
  model: string | null;
  digest: string;
};

// The gate cannot create more open approvals of one call; explicit requests may.
const EARLIER_MAX = 20;

// A refusal by policy is stored at most once in this time, even without a cool-down: a loop must
// not fill the list.
const DENIED_ONCE_IN_SECONDS = 60;

/** A call and how long its refusal applies, as columns or values of a statement. */
type CallColumns = Record<
  | ("tenant" | "gateway" | "provider" | "tool" | "agent" | "onBehalfOf" | "model")
  | ("hash" | "redemptionKey" | "cooldown"),
  Prisma.Sql
>;

const EARLIER = Prisma.sql`id, held_because, policy, decision, execution, mode, arguments_sha256, redeemed_at, redemption_key, use_by, decided_at, on_behalf_of, model, execution_id, known_outcome`;

const NO_PERSON = Prisma.sql`('auto_approved', 'confirmed', 'policy', 'remembered')`;

/**
 * It is not known whether the earlier call `a` took effect, and no person has decided about the same
 * call since. Of calls that ran without a person only those whose gateway says so itself: others
 * never report, and their next call would always wait.
 */
const isUnknown = (call: CallColumns) => Prisma.sql`(
  a.execution = 'unknown' and a.known_outcome is null
  and (a.held_because not in ${NO_PERSON} or exists (
    select 1 from executions e where e.tenant_id = ${call.tenant} and e.id = a.execution_id and e.report_sha256 is not null))
  and not exists (
    select 1 from approvals l where l.tenant_id = ${call.tenant} and l.call_hash = ${call.hash} and l.id > a.id
      and l.decision = 'approved' and l.held_because not in ${NO_PERSON}))`;

/**
 * Earlier approvals `a` of the same call that matter to the gate: open ones, grants, recent
 * refusals, unknown outcomes, and the holder of the redemption key. Refusals, outcomes and keys
 * apply to any requester and model. One index serves each branch, so statistics cannot lead the planner to a slow one.
 */
const earlierOf = (call: CallColumns) => Prisma.sql`
  from (
    select ${EARLIER} from approvals where tenant_id = ${call.tenant} and call_hash = ${call.hash}
    union all
    select ${EARLIER} from approvals where tenant_id = ${call.tenant} and edited_call_hash = ${call.hash}
    union all
    select ${EARLIER} from approvals
    where tenant_id = ${call.tenant} and gateway_id = ${call.gateway} and redemption_key = ${call.redemptionKey}
      and call_hash <> ${call.hash} and edited_call_hash is distinct from ${call.hash} and tool = ${call.tool}
      and provider is not distinct from ${call.provider} and agent is not distinct from ${call.agent}) a
  where ${isUnknown(call)} or a.held_because not in ${NO_PERSON}
    and (a.decision in ('rejected', 'changes_requested') or a.redemption_key = ${call.redemptionKey}
         or (a.on_behalf_of is not distinct from ${call.onBehalfOf} and a.model is not distinct from ${call.model}))
    and (a.decision = 'pending'
         or (a.decision = 'approved' and (a.execution in ('awaiting', 'executing') or a.use_by > clock_timestamp()
                                          or a.redemption_key = ${call.redemptionKey}))
         or (a.decision in ('rejected', 'changes_requested')
             and a.decided_at > clock_timestamp() - make_interval(secs =>
               case when a.held_because = 'policy_denied' then greatest(${call.cooldown}, ${DENIED_ONCE_IN_SECONDS}::int)
                    else ${call.cooldown} end)))`;

/** The same as rows, newest first, but first those that can answer at once. */
const earlierRows = (call: CallColumns) => Prisma.sql`
  select a.id, a.decision::text, a.execution::text, a.mode, a.arguments_sha256 as "argumentsSha256",
         a.redeemed_at as "redeemedAt", a.redemption_key as "redemptionKey", a.use_by as "useBy", a.decided_at as "decidedAt",
         case when a.held_because = 'policy_denied' then a.policy ->> 'name' end as "deniedBy",
         case when a.held_because = 'policy_denied' then (a.policy ->> 'version')::int end as "deniedVersion",
         ${isUnknown(call)} as "isUnknown"
  ${earlierOf(call)}
  order by (a.redemption_key is not distinct from ${call.redemptionKey} and a.redemption_key is not null) desc,
           (a.decision = 'approved' and a.redeemed_at is null) desc, (a.decision = 'approved') desc, a.id desc
  limit ${EARLIER_MAX}::int`;

type GateContext = IntakeFacts & {
  tenantKey: string;
  gatewayName: string;
  callbackUrl: string | null;
  autoApproveHighRisk: boolean;
  confirmMode: string;
  ttlSeconds: number;
  useByCallbackSeconds: number;
  useByReissueSeconds: number;
  rejectionCooldownSeconds: number;
  samplePercent: number;
  /** Calls of unrated tools wait, independent of the risk they claim. */
  holdUnratedTools: boolean;
};

export type AskedCall = {
  identity: CallIdentity;
  redemptionKey: string | null;
  requestRisk: RiskWord | null;
};

export type CallFacts = {
  context: GateContext;
  tool: ToolForCall;
  earlier: EarlierApproval[];
  /** Null until policies are first saved. */
  policies: PoliciesInForce | null;
  rules: readonly RuleForCall[];
};

type FactsRow = GateContext & {
  at: number;
  candidates: RatedRow[] | null;
  earlier: EarlierJson[] | null;
  /** Only for a call whose tool is not in the catalogue. */
  rules: RatingRule[] | null;
  policiesKey: string | null;
  remembered: RuleForCall[] | null;
};

/** The identity of a call as a row that `IDENTITY` describes. */
export function identityRow({ tenantId, provider, tool, agent, onBehalfOf, model, digest }: CallIdentity) {
  return { tenant_id: tenantId, provider, tool, agent, on_behalf_of: onBehalfOf, model, digest };
}

export const IDENTITY = Prisma.sql`tenant_id uuid, provider text, tool text, agent text, on_behalf_of text, model text, digest text`;

const askedRow = ({ identity, redemptionKey }: AskedCall, at: number) => {
  return { at, ...identityRow(identity), redemption_key: redemptionKey };
};

const ASKED: CallColumns = {
  tenant: Prisma.sql`c.tenant_id`,
  gateway: Prisma.sql`g.id`,
  provider: Prisma.sql`c.provider`,
  tool: Prisma.sql`c.tool`,
  agent: Prisma.sql`c.agent`,
  onBehalfOf: Prisma.sql`c.on_behalf_of`,
  model: Prisma.sql`c.model`,
  hash: Prisma.sql`c.hash`,
  redemptionKey: Prisma.sql`c.redemption_key`,
  cooldown: Prisma.sql`s.rejection_cooldown_seconds`,
};

/**
 * All facts about calls of one gateway, in their order, in one statement: tenant, settings,
 * gateway, rated tool, earlier approvals and the database's time. Null for a call whose tenant was
 * deleted.
 */
export async function loadFacts(
  tx: Tx,
  gatewayId: string,
  calls: readonly AskedCall[],
): Promise<(CallFacts | null)[]> {
  const rows = await tx.$queryRaw<FactsRow[]>`
    with asked as materialized (
      select c.*, approval_call(${gatewayId}::uuid, c.provider, c.tool, c.agent, c.digest) as hash
      from json_to_recordset(${JSON.stringify(calls.map(askedRow))}::json)
        as c(at int, ${IDENTITY}, redemption_key text))
    select c.at, clock_timestamp() as now, t.key as "tenantKey", g.name as "gatewayName", g.callback_url as "callbackUrl",
           t.first_row_at as "firstRowAt",
           s.auto_approve_high_risk as "autoApproveHighRisk", s.confirm_mode as "confirmMode", s.ttl_seconds as "ttlSeconds",
           s.use_by_callback_seconds as "useByCallbackSeconds", s.use_by_reissue_seconds as "useByReissueSeconds",
           s.rejection_cooldown_seconds as "rejectionCooldownSeconds", s.rationale_grace_days as "graceDays",
           s.sample_percent as "samplePercent", s.hold_unrated_tools as "holdUnratedTools", ${isOffending(ASKED)} as "isOffending", ${rulesForCall(ASKED.gateway)} as remembered,
           k.candidates, case when k.candidates is null then ${RULES_IN_FORCE} end as rules,
           ${POLICIES_IN_FORCE} as "policiesKey",
           (select json_agg(e) from (${earlierRows(ASKED)}) e) as earlier
    from asked c join tenants t on t.id = c.tenant_id join tenant_settings s on s.tenant_id = t.id
                 join gateways g on g.id = ${gatewayId}::uuid
                 cross join lateral (select ${candidatesOf({ gateway: ASKED.gateway, tenant: ASKED.tenant, provider: ASKED.provider, name: ASKED.tool })} as candidates) k`;
  const found = new Map(rows.map((row) => [row.at, row]));
  const policies = await policiesInForce(tx, rows[0]?.policiesKey ?? null);
  return calls.map(({ identity, requestRisk }, at) => {
    const row = found.get(at);
    if (!row) return null;
    const { candidates, earlier, rules, remembered, policiesKey: _key, at: _, ...context } = row;
    const rule = rules && ruleForName(rules, identity.provider, identity.tool);
    const tool = toolForCall(candidates, requestRisk, rule);
    return { context, tool, earlier: (earlier ?? []).map(asEarlier), policies, rules: remembered ?? [] };
  });
}

const asDate = (text: string | null) => (text === null ? null : new Date(text));

type EarlierTimes = "redeemedAt" | "useBy" | "decidedAt";
type EarlierJson = Omit<EarlierApproval, EarlierTimes> & Record<EarlierTimes, string | null>;

function asEarlier(row: EarlierJson): EarlierApproval {
  const { redeemedAt, useBy, decidedAt } = row;
  return { ...row, redeemedAt: asDate(redeemedAt), useBy: asDate(useBy), decidedAt: asDate(decidedAt) };
}

/** Reads earlier approvals again, once the call is locked. */
export function findEarlier(
  tx: Tx,
  { identity, redemptionKey }: Omit<AskedCall, "requestRisk">,
  cooldownSeconds: number,
): Promise<EarlierApproval[]> {
  const { tenantId, gatewayId, provider, tool, agent, onBehalfOf, model, digest } = identity;
  return tx.$queryRaw<EarlierApproval[]>`
    with asked as materialized (
      select approval_call(${gatewayId}::uuid, ${provider}::text, ${tool}::text, ${agent}::text, ${digest}::text) as hash)
    select e.* from asked c, lateral (${earlierRows({
      tenant: Prisma.sql`${tenantId}::uuid`,
      gateway: Prisma.sql`${gatewayId}::uuid`,
      provider: Prisma.sql`${provider}::text`,
      tool: Prisma.sql`${tool}::text`,
      agent: Prisma.sql`${agent}::text`,
      onBehalfOf: Prisma.sql`${onBehalfOf}::text`,
      model: Prisma.sql`${model}::text`,
      hash: Prisma.sql`c.hash`,
      redemptionKey: Prisma.sql`${redemptionKey}::text`,
      cooldown: Prisma.sql`${cooldownSeconds}::int`,
    })}) e`;
}

/** A condition on a call `c` (columns of `CallColumns`): no earlier approval matters. */
export function nothingEarlier(gateway: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`not exists (select ${earlierOf({ ...ASKED, gateway, cooldown: Prisma.sql`c.cooldown` })})`;
}

/**
 * Locks the tenant against deletion until the transaction ends. Either the tenant is deleted first
 * and the call is refused, or its deletion includes the call.
 * @throws DomainError FORBIDDEN when the tenant was deleted
 */
export async function keepTenant(tx: Tx, tenantId: string): Promise<void> {
  const kept = await tx.$executeRaw`select 1 from tenants where id = ${tenantId}::uuid for key share`;
  if (kept === 0) throw deletedTenant();
}

// Covers all requesters and models: a broader lock does no harm.
const lockOf = ({ tenantId, gatewayId, provider, tool, agent, digest }: CallIdentity) =>
  `call:${JSON.stringify([tenantId, gatewayId, provider, tool, agent, digest])}`;

/** Judges equal calls one at a time: two must not create two approvals or share a grant. */
export async function lockCall(tx: Tx, call: CallIdentity): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lockOf(call)}, 0))`;
}

const keyLockOf = ({ tenantId, gatewayId }: Pick<CallIdentity, "tenantId" | "gatewayId">, key: string) =>
  `call key:${JSON.stringify([tenantId, gatewayId, key])}`;

/**
 * Processes requests with one key one at a time.
 * @throws DomainError IN_FLIGHT when the previous one takes long
 */
export async function lockKey(tx: Tx, request: RequestKey): Promise<void> {
  try {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${keyLockOf(request, request.key)}, 0))`;
  } catch (error) {
    throw isLockTimeout(error) ? inFlight() : error;
  }
}

/**
 * Locks tenants, held calls and request keys without waiting: one call must not delay its group.
 * @returns for each, whether its tenant could be kept and its locks were free
 */
export async function tryToKeep(
  tx: Tx,
  calls: readonly { identity: CallIdentity; isHeld: boolean; key: string | null }[],
): Promise<boolean[]> {
  const asked = calls.map(({ identity, isHeld, key }, at) => ({
    at,
    tenant_id: identity.tenantId,
    lock: isHeld ? lockOf(identity) : null,
    key: key === null ? null : keyLockOf(identity, key),
  }));
  const kept = await tx.$queryRaw<{ at: number }[]>`
    with kept as materialized (
      select t.id from tenants t where t.id = any(${[...new Set(asked.map((call) => call.tenant_id))]}::uuid[])
      for key share skip locked)
    select c.at from json_to_recordset(${JSON.stringify(asked)}::json) as c(at int, tenant_id uuid, lock text, key text)
    where c.tenant_id in (select id from kept)
      and (c.key is null or pg_try_advisory_xact_lock(hashtextextended(c.key, 0)))
      and (c.lock is null or pg_try_advisory_xact_lock(hashtextextended(c.lock, 0)))`;
  const free = new Set(kept.map(({ at }) => at));
  return calls.map((_, at) => free.has(at));
}

export function deletedTenant(): DomainError {
  return new DomainError(
    "FORBIDDEN",
    "The tenant of this call was deleted. Nothing was stored; name another tenant of this key.",
  );
}
