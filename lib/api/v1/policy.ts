import * as z from "zod";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { databaseNow } from "@/lib/core/clock";
import { read } from "@/lib/core/db";
import { tenantKey } from "@/lib/core/schema";
import { getTenantPolicy } from "@/lib/tenants/queries";
import { graceEnd, isInGrace } from "@/lib/tenants/rules";
import { listEffectiveRatings } from "@/lib/tools/queries";
import { etagOf, isKnown } from "../etag";
import { apiRoute, ok } from "../route";

const policyQuery = z.strictObject({ tenant: tenantKey });

/** GET /api/v1/policy: what a gateway needs to gate locally, cached by its entity tag. */
export const getPolicy = apiRoute("gateway", { query: policyQuery }, async ({ scope, query, request }) => {
  const tenantId = await resolveTenant(scope, query.tenant);
  const body = await read(scope, async (tx) => {
    const { tenant, settings } = await getTenantPolicy(tx, tenantId);
    const tools = await listEffectiveRatings(tx, scope.actor.id, tenantId);
    const inGrace =
      tenant.firstRowAt === null ||
      isInGrace(tenant.firstRowAt, settings.rationaleGraceDays, await databaseNow(tx));
    return {
      tenant: tenant.key,
      gateway: scope.actor.name,
      settings: {
        auto_approve_high_risk: settings.autoApproveHighRisk,
        confirm: settings.confirmMode,
        ttl_seconds: settings.ttlSeconds,
        use_by_callback_seconds: settings.useByCallbackSeconds,
        use_by_reissue_seconds: settings.useByReissueSeconds,
        rejection_cooldown_seconds: settings.rejectionCooldownSeconds,
      },
      rationale: {
        mode: inGrace ? "grace" : "required",
        grace_ends_at: tenant.firstRowAt && graceEnd(tenant.firstRowAt, settings.rationaleGraceDays),
      },
      unrated: { risk: "medium", requires_confirmation: true },
      tools: tools.map((tool) => ({
        provider: tool.provider,
        name: tool.name,
        risk: tool.risk,
        requires_confirmation: tool.requiresConfirmation,
      })),
    };
  });
  const headers = { etag: etagOf(body), "cache-control": "private, max-age=30" };
  return isKnown(request.headers.get("if-none-match"), headers.etag)
    ? { status: 304, headers }
    : ok(body, headers);
});
