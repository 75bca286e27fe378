import type { Metadata } from "next";
import { ActivityFilters } from "@/components/activity/activity-filters";
import { ActivityList } from "@/components/activity/activity-list";
import { CheckSection } from "@/components/activity/check-section";
import { ExportSection } from "@/components/activity/export-section";
import { KeepFresh } from "@/components/activity/keep-fresh";
import { viewerPreferences } from "@/components/shell/preferences";
import { Card, Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { Search } from "@/lib/core/list/filters";
import { listChecks } from "@/lib/insights/trail/check";
import { activityFilterOf } from "@/lib/insights/trail/filter";
import { trailList } from "@/lib/insights/trail/list";
import { listActivity, listActors, listChains } from "@/lib/insights/trail/queries";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Activity" };

// Changes on this page come with one of these topics. The log itself announces nothing, because
// decisions must not wait for it.
const TOPICS = ["approval", "delivery", "feedback", "gateway", "tenant", "tool", "user"];

export default async function ActivityPage({ searchParams }: Props) {
  const scope = await requireUser("/activity");
  const { zone } = await viewerPreferences();
  const { filter, problems } = trailList.parse(await searchParams);
  const asked = activityFilterOf(filter, zone);
  const [page, actors, chains, checks] = await Promise.all([
    listActivity(scope, asked, { limit: PAGE_LIMIT_DEFAULT, cursor: filter.cursor }),
    listActors(scope),
    listChains(scope),
    listChecks(scope),
  ]);
  return (
    <Page wide>
      <KeepFresh topics={TOPICS} />
      <PageHead
        title="Activity"
        description="What people, gateways and Countersign did here."
        about={{
          what: "the chain of fingerprints",
          text: "Each row carries a fingerprint of the one before it, so that a changed or missing row shows.",
        }}
      />
      {/* On a phone the events come first. */}
      <Card className="max-sm:order-last">
        <div className="flex flex-wrap gap-x-10 gap-y-6 *:min-w-72">
          <CheckSection checks={checks} />
          <ExportSection filter={filter} />
        </div>
      </Card>
      <div className="flex flex-col gap-3">
        <ActivityList
          {...page}
          filter={filter}
          problems={problems}
          filters={<ActivityFilters filter={filter} actors={actors} chains={chains} />}
        />
      </div>
    </Page>
  );
}
