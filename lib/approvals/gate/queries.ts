import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { EarlierApproval } from "./rules";

/** Which calls are "the same call": same gateway, tenant, tool and agent. */
export type CallIdentity = {
  tenantId: string;
  gatewayId: string;
  provider: string | null;
  tool: string;
  agent: string | null;
  digest: string;
};

// More than this many open approvals of one call cannot arise through the gate; explicit ones may pile up.
const EARLIER_MAX = 20;

/**
 * Earlier approvals of the same call that can still matter to the gate, newest first: open ones, grants used or unused, and
 * recent refusals; what can answer at once comes first. Also the holder of the redemption key, whatever its arguments.
 */
export function findEarlier(
  tx: Tx,
  call: CallIdentity,
  redemptionKey: string | null,
  cooldownSeconds: number,
): Promise<EarlierApproval[]> {
  return tx.$queryRaw<EarlierApproval[]>`
    select id, decision::text, execution::text, mode, arguments_sha256 as "argumentsSha256", redeemed_at as "redeemedAt",
           redemption_key as "redemptionKey", use_by as "useBy", decided_at as "decidedAt"
    from approvals
    where tenant_id = ${call.tenantId}::uuid and gateway_id = ${call.gatewayId}::uuid and tool = ${call.tool}
      and provider is not distinct from ${call.provider} and agent is not distinct from ${call.agent}
      and (arguments_sha256 = ${call.digest} or requested_sha256 = ${call.digest}
           or redemption_key = ${redemptionKey})
      and held_because not in ('auto_approved', 'confirmed')
      and (decision = 'pending'
           or (decision = 'approved' and (execution in ('awaiting', 'executing') or use_by > clock_timestamp()
                                          or redemption_key = ${redemptionKey}))
           or (decision in ('rejected', 'changes_requested')
               and decided_at > clock_timestamp() - make_interval(secs => ${cooldownSeconds}::int)))
    order by (redemption_key is not distinct from ${redemptionKey} and redemption_key is not null) desc,
             (decision = 'approved' and redeemed_at is null) desc, (decision = 'approved') desc, id desc
    limit ${EARLIER_MAX}::int`;
}

export type GateContext = {
  now: Date;
  gatewayName: string;
  callbackUrl: string | null;
  firstRowAt: Date | null;
  autoApproveHighRisk: boolean;
  confirmMode: string;
  ttlSeconds: number;
  useByCallbackSeconds: number;
  useByReissueSeconds: number;
  rejectionCooldownSeconds: number;
  rationaleGraceDays: number;
};

/**
 * Tenant, settings and gateway in one statement, with the database's time.
 * @throws DomainError FORBIDDEN when the tenant was deleted
 */
export async function loadGateContext(tx: Tx, tenantId: string, gatewayId: string): Promise<GateContext> {
  const [row] = await tx.$queryRaw<GateContext[]>`
    select clock_timestamp() as now, g.name as "gatewayName", g.callback_url as "callbackUrl",
           t.first_row_at as "firstRowAt",
           s.auto_approve_high_risk as "autoApproveHighRisk", s.confirm_mode as "confirmMode", s.ttl_seconds as "ttlSeconds",
           s.use_by_callback_seconds as "useByCallbackSeconds", s.use_by_reissue_seconds as "useByReissueSeconds",
           s.rejection_cooldown_seconds as "rejectionCooldownSeconds", s.rationale_grace_days as "rationaleGraceDays"
    from tenants t join tenant_settings s on s.tenant_id = t.id join gateways g on g.id = ${gatewayId}::uuid
    where t.id = ${tenantId}::uuid`;
  if (!row) throw deletedTenant();
  return row;
}

/**
 * Keeps the tenant until the transaction ends, for whoever stores something of it: either it is deleted first and the call is
 * refused, or its deletion finds the call.
 * @throws DomainError FORBIDDEN when the tenant was deleted
 */
export async function keepTenant(tx: Tx, tenantId: string): Promise<void> {
  const kept = await tx.$executeRaw`select 1 from tenants where id = ${tenantId}::uuid for key share`;
  if (kept === 0) throw deletedTenant();
}

/** Equal calls are judged one after another: two at once must not make two approvals, nor two answers from one grant. */
export async function lockCall(tx: Tx, call: CallIdentity): Promise<void> {
  const { tenantId, gatewayId, provider, tool, agent, digest } = call;
  const lock = `call:${JSON.stringify([tenantId, gatewayId, provider, tool, agent, digest])}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
}

function deletedTenant(): DomainError {
  return new DomainError(
    "FORBIDDEN",
    "The tenant of this call was deleted. Nothing was stored; name another tenant of this key.",
  );
}
