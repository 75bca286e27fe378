import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { getHealthReport, healthPage } from "@/lib/signals/health/queries";
import { healthQuery } from "@/lib/signals/health/schema";
import { healthWire, wireProviderHealth, wireToolHealth } from "@/lib/signals/health/wire";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const getHealth = apiRoute(
  "any",
  {
    summary: "How tools and their providers did in the last seven days, the worst first.",
    query: healthQuery,
    answers: { 200: { says: "A page.", body: healthWire } },
  },
  async ({ scope, query }) => {
    const tenantId = query.tenant === undefined ? null : await resolveTenant(scope, query.tenant);
    const report = await getHealthReport(scope, query, tenantId);
    const { rows, nextCursor } = healthPage(report, query, query.limit);
    return ok({
      since: new Date(report.since),
      providers: report.providers.map(wireProviderHealth),
      data: rows.map(wireToolHealth),
      next_cursor: nextCursor,
    });
  },
);

export const toolHealth = resource("/api/v1/tools/health", { GET: getHealth });
