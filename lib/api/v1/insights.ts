import * as z from "zod";
import { resolveTenant } from "@/lib/auth/credentials/bearer";
import { wireTime } from "@/lib/core/wire";
import { getFriction } from "@/lib/insights/friction/queries";
import { insightsQuery } from "@/lib/insights/friction/schema";
import { frictionWire, wireFriction } from "@/lib/insights/friction/wire";
import { getSignals } from "@/lib/insights/signals/queries";
import { signalsWire, wireSignals } from "@/lib/insights/signals/wire";
import { listTenants } from "@/lib/tenants/queries";
import { ok } from "../answers";
import { resource } from "../resource";
import { apiRoute } from "../route";

const insightsWire = z.strictObject({ as_of: wireTime, signals: signalsWire, friction: frictionWire });

const getInsights = apiRoute(
  "person",
  {
    summary: "Whether rationales, feedback and ratings are worth what they ask, and what deciding costs.",
    query: insightsQuery,
    answers: { 200: { says: "Three signals, and a table of what deciding cost.", body: insightsWire } },
  },
  async ({ scope, query }) => {
    const { tenant, limit, ...filter } = query;
    const only = tenant === undefined ? null : await resolveTenant(scope, tenant);
    const tenants = (await listTenants(scope)).filter(({ id }) => only === null || id === only);
    const now = new Date();
    const ids = tenants.map(({ id }) => id);
    const [signals, friction] = await Promise.all([
      getSignals(scope, { tenants, now }),
      getFriction(scope, filter, { tenants: ids, now, limit }),
    ]);
    return ok({ as_of: now, signals: wireSignals(signals), friction: wireFriction(friction) });
  },
);

export const insights = resource("/api/v1/insights", { GET: getInsights });
