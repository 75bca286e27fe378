import { listFile, pageSteps } from "@/lib/api/list-file";
import { PAGE_LIMIT_MAX } from "@/lib/core/limits";
import { suggestionList } from "@/lib/signals/suggestions/list";
import { listSuggestions } from "@/lib/signals/suggestions/queries";
import { SUGGESTION_COLUMNS, wireSuggestions } from "@/lib/signals/suggestions/wire";
import { listTenants } from "@/lib/tenants/queries";

/** The suggestions as a file, newest first. */
export const GET = listFile("/tools/suggestions", "suggestions", async (scope, search) => {
  const { filter, problems } = suggestionList.parse(search);
  const tenant = (await listTenants(scope)).find(({ key }) => key === filter.tenant);
  const steps = pageSteps(async (cursor) => {
    const of = tenant ? [tenant.id] : undefined;
    const page = await listSuggestions(scope, { ...filter, cursor }, of, PAGE_LIMIT_MAX);
    return { rows: wireSuggestions(page).data, nextCursor: page.nextCursor };
  });
  return { problems, steps, columns: SUGGESTION_COLUMNS, tenant: tenant?.key };
});
