import { listFile, pageSteps } from "@/lib/api/list-file";
import { withFindingIntents } from "@/lib/intents/finding-intents";
import { findingList } from "@/lib/signals/findings/list";
import { listFindings } from "@/lib/signals/findings/queries";
import { FINDING_COLUMNS, wireFindings } from "@/lib/signals/findings/wire";
import { listTenants } from "@/lib/tenants/queries";

// Each page reads the proof of all findings again, so that few large pages cost least.
const PAGE_ROWS = 2_000;

/** The findings as a file, the costliest first. */
export const GET = listFile("/tools/findings", "findings", async (scope, search) => {
  const { filter, problems } = findingList.parse(search);
  const tenant = (await listTenants(scope)).find(({ key }) => key === filter.tenant);
  const steps = pageSteps(async (cursor) => {
    const tenants = tenant ? [tenant.id] : undefined;
    const page = await listFindings(scope, { ...filter, cursor }, tenants, PAGE_ROWS);
    const rows = await withFindingIntents(scope, page.rows, tenants);
    return { rows: wireFindings({ ...page, rows }).data, nextCursor: page.nextCursor };
  });
  return { problems, steps, columns: FINDING_COLUMNS, tenant: tenant?.key };
});
