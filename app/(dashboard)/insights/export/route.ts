import { publicRoute } from "@/lib/api/route";
import { requireUser } from "@/lib/auth/sessions/current";
import { exportFileName } from "@/lib/core/export";
import { refuse } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { frictionFile } from "@/lib/insights/friction/export";
import { insightList } from "@/lib/insights/friction/list";
import { getFriction } from "@/lib/insights/friction/queries";
import { FRICTION_ROWS } from "@/lib/insights/friction/types";
import { listTenants } from "@/lib/tenants/queries";
import { chosenTenants } from "@/lib/tenants/rules";

const TYPES = {
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

/** The table of what deciding costs as a file, as it is chosen on the page. */
export async function GET(request: Request): Promise<Response> {
  // Outside the error handler: it redirects people who are not signed in.
  const scope = await requireUser("/insights");
  return publicRoute(async () => ({ status: 200, response: await fileOf(scope, request) }))(request);
}

async function fileOf(scope: UserScope, request: Request): Promise<Response> {
  const params = Object.fromEntries(new URL(request.url).searchParams);
  const { filter, problems } = insightList.parse(params);
  const { tenants, problems: unknown } = chosenTenants(await listTenants(scope), filter.tenant);
  refuse([...problems, ...unknown]);
  const format = params.format === "csv" ? "csv" : "ndjson";
  const now = new Date();
  const ids = tenants.map(({ id }) => id);
  const friction = await getFriction(scope, filter, { tenants: ids, now, limit: FRICTION_ROWS.file });
  return new Response(frictionFile(friction, format), {
    headers: {
      "content-type": TYPES[format],
      "content-disposition": `attachment; filename="${exportFileName("deciding", filter.tenant, now, format)}"`,
      "cache-control": "no-store",
    },
  });
}
