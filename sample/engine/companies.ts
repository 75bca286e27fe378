import { newId } from "@/lib/core/ids";
import { encryptSecret } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import { answersOf, triageOf } from "./feedback";
import { DAY_MS, type Plan, type PlannedTenant } from "./plan";
import type { Rows } from "./rows";
import { partsOfTool } from "./story";
import { byPerson, chainOf, type Deed } from "./trail";

const TTL_SECONDS_USUAL = 86_400;

/** A tenant with its whole trail at once, because later acts come after it. */
export function tenantRows(plan: Plan, tenant: PlannedTenant, deeds: readonly Deed[]): Rows {
  const { id, key, name, ttlSeconds } = tenant;
  const begin = beginOf(plan, tenant);
  const trail = [
    ...beginnings(plan, tenant),
    ...answersOf(plan, tenant),
    ...triageOf(plan, tenant),
    ...deeds,
  ];
  return {
    Tenant: [{ id, key, name, sample: true, createdAt: begin, firstRowAt: begin }],
    TenantSettings: [{ tenantId: id, ttlSeconds }],
    Activity: chainOf(id, trail, plan.anchor),
  };
}

/** The tenant's start; some started before the sample's period. */
function beginOf({ anchor, begin }: Plan, { since }: PlannedTenant): number {
  return since === undefined ? begin : Math.min(begin, anchor - since * DAY_MS);
}

function beginnings(plan: Plan, tenant: PlannedTenant): Deed[] {
  const { id, key, ttlSeconds, people } = tenant;
  const begin = beginOf(plan, tenant);
  const [lead] = people;
  if (!lead) return [];
  const by = byPerson(lead);
  const subject = { kind: "tenant", id };
  const changed = { ttlSeconds: { from: TTL_SECONDS_USUAL, to: ttlSeconds } };
  const deeds: Deed[] = [{ at: begin, by, action: "tenant.created", subject, details: { key } }];
  if (ttlSeconds !== TTL_SECONDS_USUAL)
    deeds.push({
      at: begin + 900_000,
      by,
      action: "tenant.settings_changed",
      subject,
      details: changed,
    });
  for (const { tool, company, risk, confirm, daysAgo } of plan.world.overrides) {
    if (company !== key) continue;
    const at = plan.anchor - daysAgo * DAY_MS;
    const details = { ...partsOfTool(tool), from: null, to: { risk, requires_confirmation: confirm } };
    deeds.push({ at, by, action: "tool.rated", subject: { kind: "tool", id: tool }, details });
  }
  return deeds;
}

/**
 * Their keys are unusable: no known key has such a hash. Callbacks are disabled, so nothing is
 * sent.
 */
export function gatewayRows({ gateways, begin: createdAt, anchor }: Plan, secret: string): Rows {
  const callbackOffReason = "Part of the sample workspace: nothing is sent to anyone.";
  return {
    Gateway: gateways.map(({ id, name, callbackUrl }) => {
      const off = callbackUrl === null ? {} : { callbackOffAt: anchor, callbackOffReason };
      return { id, name, callbackUrl, ...off, sample: true, createdAt };
    }),
    GatewayTenant: gateways.flatMap(({ id: gatewayId, tenants }) =>
      tenants.map((tenantId) => ({ gatewayId, tenantId })),
    ),
    ApiKey: gateways.map(({ id: gatewayId, keyId }) => {
      const hash = sha256(newId() + newId());
      return { id: keyId, gatewayId, hash, prefix: "csk_sample", createdAt, lastUsedAt: anchor - 90_000 };
    }),
    ApiKeyTenant: gateways.flatMap(({ keyId: apiKeyId, tenants }) =>
      tenants.map((tenantId) => ({ apiKeyId, tenantId })),
    ),
    SigningSecret: gateways.map(({ id: gatewayId }) => {
      return { id: newId(), gatewayId, ciphertext: encryptSecret(secret), createdAt };
    }),
  };
}
