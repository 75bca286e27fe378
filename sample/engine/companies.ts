import type { Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { encryptSecret } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import { answersOf } from "./feedback";
import type { Plan, PlannedTenant } from "./plan";
import { insertRows } from "./rows";
import { byPerson, chainOf, type Deed } from "./trail";
import { partsOfTool } from "./world";

const DAY_MS = 86_400_000;
const TTL_SECONDS_USUAL = 86_400;

/** A tenant with its whole trail at once: whatever people do later comes after it. */
export async function makeTenant(
  tx: Tx,
  plan: Plan,
  tenant: PlannedTenant,
  deeds: readonly Deed[],
): Promise<number> {
  const { id, key, name, ttlSeconds } = tenant;
  const begin = new Date(plan.begin);
  await tx.tenant.create({ data: { id, key, name, sample: true, createdAt: begin, firstRowAt: begin } });
  await tx.tenantSettings.create({ data: { tenantId: id, ttlSeconds } });
  const trail = [...beginnings(plan, tenant), ...answersOf(plan, tenant), ...deeds];
  return 2 + (await insertRows(tx, { Activity: chainOf(tenant, trail, plan.anchor) }));
}

/** How the tenant came to be, and its ratings. */
function beginnings(plan: Plan, { id, key, ttlSeconds, people }: PlannedTenant): Deed[] {
  const [lead] = people;
  if (!lead) return [];
  const by = byPerson(lead);
  const subject = { kind: "tenant", id };
  const changed = { ttlSeconds: { from: TTL_SECONDS_USUAL, to: ttlSeconds } };
  const ratings = plan.world.overrides.filter(({ company }) => company === key);
  return [
    { at: plan.begin, by, action: "tenant.created", subject, details: { key } },
    ...(ttlSeconds === TTL_SECONDS_USUAL
      ? []
      : [{ at: plan.begin + 900_000, by, action: "tenant.settings_changed", subject, details: changed }]),
    ...ratings.map(({ tool, risk, confirm, daysAgo }) => ({
      at: plan.anchor - daysAgo * DAY_MS,
      by,
      action: "tool.rated",
      subject: { kind: "tool", id: tool },
      details: { ...partsOfTool(tool), from: null, to: { risk, requires_confirmation: confirm } },
    })),
  ];
}

/** Their keys open nothing: nobody knows a text with that hash. Callbacks are off, so nothing is sent to anyone. */
export async function makeGateways(tx: Tx, plan: Plan, secret: string): Promise<number> {
  const createdAt = new Date(plan.begin);
  for (const { id, name, callbackUrl, tenants, keyId } of plan.gateways) {
    const off = {
      callbackOffAt: new Date(plan.anchor),
      callbackOffReason: "Part of the sample workspace: nothing is sent to anyone.",
    };
    const links = tenants.map((tenantId) => ({ tenantId }));
    await tx.gateway.create({
      data: { id, name, callbackUrl, ...(callbackUrl === null ? {} : off), sample: true, createdAt },
    });
    await tx.gatewayTenant.createMany({ data: links.map((link) => ({ ...link, gatewayId: id })) });
    await tx.apiKey.create({
      data: {
        id: keyId,
        gatewayId: id,
        hash: sha256(newId() + newId()),
        prefix: "csk_sample",
        createdAt,
        lastUsedAt: new Date(plan.anchor - 90_000),
        tenants: { create: links },
      },
    });
    await tx.signingSecret.create({
      data: { id: newId(), gatewayId: id, ciphertext: encryptSecret(secret), createdAt },
    });
  }
  return plan.gateways.length * 4;
}
