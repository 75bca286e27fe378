import type { Metadata } from "next";
import { ActivityFilters } from "@/components/activity/activity-filters";
import { ActivityList } from "@/components/activity/activity-list";
import { CheckSection } from "@/components/activity/check-section";
import { ExportSection } from "@/components/activity/export-section";
import { KeepFresh } from "@/components/activity/keep-fresh";
import { viewerPreferences } from "@/components/shell/preferences";
import { Banner } from "@/components/ui/banner";
import { Card, Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { DomainError } from "@/lib/core/errors";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { UserScope } from "@/lib/core/scope";
import { listChecks } from "@/lib/insights/trail/check";
import { readActivityFilter } from "@/lib/insights/trail/filter";
import {
  listActivity,
  listActors,
  listChains,
  type ActivityPage as Rows,
} from "@/lib/insights/trail/queries";
import type { ActivityFilter } from "@/lib/insights/trail/schema";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const metadata: Metadata = { title: "Activity" };

// What changes here changes one of these; the trail itself announces nothing, because decisions must not wait for it.
const TOPICS = ["approval", "delivery", "feedback", "gateway", "tenant", "tool", "user"];

export default async function ActivityPage({ searchParams }: Props) {
  const scope = await requireUser("/activity");
  const { zone } = await viewerPreferences();
  const { filter, days, cursor, partly } = readActivityFilter(await searchParams, zone);
  const [page, actors, chains, checks] = await Promise.all([
    rowsOf(scope, filter, cursor),
    listActors(scope),
    listChains(scope),
    listChecks(scope),
  ]);
  const address = { ...filter, ...days };
  return (
    <Page wide>
      <KeepFresh topics={TOPICS} />
      <PageHead
        title="Activity"
        description="What people, gateways and Countersign itself did here. Each row carries a fingerprint of the one before it, so a changed or missing row shows."
      />
      {/* On a phone what happened comes first. */}
      <Card className="max-sm:order-last">
        <div className="flex flex-wrap gap-x-10 gap-y-6 *:min-w-72">
          <CheckSection checks={checks} />
          <ExportSection address={address} />
        </div>
      </Card>
      {partly && (
        <Banner role="status">
          Part of this address is not a filter Countersign knows, so it was ignored.
        </Banner>
      )}
      <div className="flex flex-col gap-3">
        <ActivityFilters filter={filter} days={days} actors={actors} chains={chains} />
        <ActivityList {...page} address={address} paged={cursor !== undefined} />
      </div>
    </Page>
  );
}

/** An address with a cursor that is not ours shows the newest rows. */
async function rowsOf(scope: UserScope, filter: ActivityFilter, cursor: string | undefined): Promise<Rows> {
  try {
    return await listActivity(scope, filter, { limit: PAGE_LIMIT_DEFAULT, cursor });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "VALIDATION_ERROR")) throw error;
    return listActivity(scope, filter, { limit: PAGE_LIMIT_DEFAULT });
  }
}
