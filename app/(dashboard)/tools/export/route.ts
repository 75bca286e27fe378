import { listFile, pageSteps } from "@/lib/api/list-file";
import { PAGE_LIMIT_MAX } from "@/lib/core/limits";
import { TOOL_COLUMNS, toolRecord } from "@/lib/tools/catalogue/export";
import { toolList } from "@/lib/tools/catalogue/list";
import { listTools } from "@/lib/tools/catalogue/queries";
import { viewedTenant } from "../viewed-tenant";

/** The catalogue as a file, with the ratings of the tenant shown. */
export const GET = listFile("/tools", "tools", async (scope, search) => {
  const { filter, problems } = toolList.parse(search);
  const { tenant } = await viewedTenant(scope, filter);
  const steps = pageSteps(async (cursor) => {
    const page = await listTools(scope, { ...filter, cursor }, tenant?.id ?? null, PAGE_LIMIT_MAX);
    return { ...page, rows: page.rows.map(toolRecord) };
  });
  return { problems, steps, columns: TOOL_COLUMNS, tenant: tenant?.key };
});
