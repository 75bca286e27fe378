import * as z from "zod";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { databaseNow } from "@/lib/core/clock";
import { read } from "@/lib/core/db";
import { tenantKey } from "@/lib/core/schema";
import { findPoliciesVersion } from "@/lib/policies/current-version";
import { getTenantPolicy } from "@/lib/tenants/queries";
import { graceEnd, isInGrace } from "@/lib/tenants/rules";
import { listEffectiveRatings } from "@/lib/tools/queries";
import { policyWire, wirePolicy } from "@/lib/tools/wire";
import { ok, unchanged } from "../answers";
import { etagOf, isKnown } from "../etag";
import { resource } from "../resource";
import { apiRoute } from "../route";

const getPolicy = apiRoute(
  "gateway",
  {
    summary: "Settings and ratings, so that a gateway can gate locally.",
    query: z.strictObject({ tenant: tenantKey }),
    answers: {
      200: { says: "The snapshot.", body: policyWire, headers: ["ETag"] },
      304: { says: "Unchanged.", headers: ["ETag"] },
    },
  },
  async ({ scope, query, request }) => {
    const tenantId = await resolveTenant(scope, query.tenant);
    const body = await read(scope, async (tx) => {
      const { tenant, settings } = await getTenantPolicy(tx, tenantId);
      const tools = await listEffectiveRatings(tx, scope.actor.id, tenantId);
      const { firstRowAt } = tenant;
      const days = settings.rationaleGraceDays;
      const inGrace = isInGrace(firstRowAt, days, await databaseNow(tx));
      const graceEndsAt = firstRowAt && graceEnd(firstRowAt, days);
      const policiesVersion = await findPoliciesVersion(tx);
      const gateway = scope.actor.name;
      return wirePolicy({ tenant, gateway, settings, inGrace, graceEndsAt, tools, policiesVersion });
    });
    const headers = { etag: etagOf(body), "cache-control": "private, max-age=30" };
    return isKnown(request.headers.get("if-none-match"), headers.etag)
      ? unchanged(headers)
      : ok(body, headers);
  },
);

export const policy = resource("/api/v1/policy", { GET: getPolicy });
