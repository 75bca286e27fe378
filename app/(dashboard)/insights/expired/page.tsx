import type { Metadata } from "next";
import { ExpiredPage } from "@/components/insights/expired/expired-page";
import { requireUser } from "@/lib/auth/sessions/current";
import { readFilters, type Search, textIn } from "@/lib/core/list/filters";
import { expiredMarkdown } from "@/lib/notifications/expired/markdown";
import { getExpired } from "@/lib/notifications/expired/queries";
import { EXPIRED_FILTERS } from "@/lib/notifications/expired/schema";
import { EXPIRED_DAYS } from "@/lib/notifications/expired/types";
import { listTenants } from "@/lib/tenants/queries";
import { chosenTenants } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Expired undecided" };

export default async function ExpiredCallsPage({ searchParams }: Props) {
  const scope = await requireUser("/insights/expired");
  const search = await searchParams;
  const { values, problems } = readFilters(EXPIRED_FILTERS, search);
  const tenants = await listTenants(scope);
  const { problems: unknown } = chosenTenants(tenants, values.tenant);
  const tenant = unknown.length > 0 ? undefined : values.tenant;
  const report = await getExpired(scope, { ...values, tenant }, new Date());
  // Keeps the typed value, so that an age stays an age in links.
  const since = values.since === undefined ? `${EXPIRED_DAYS}d` : (textIn(search.since) ?? "");
  return (
    <ExpiredPage
      report={report}
      since={since}
      markdown={expiredMarkdown(report)}
      problems={[...problems, ...unknown]}
      tenants={tenants.map(({ key, name }) => ({ key, name }))}
    />
  );
}
