import type { Metadata } from "next";
import { RationaleTabs } from "@/components/calls/rationale-tabs";
import { CoverageStrip, CoverageWords } from "@/components/intents/coverage";
import { Granularity } from "@/components/intents/granularity";
import { IntentFilters } from "@/components/intents/intent-filters";
import { IntentList } from "@/components/intents/intent-list";
import { LeftOut } from "@/components/intents/left-out";
import { MapBeside } from "@/components/intents/map/map-beside";
import { isEnough, NoIntents, NoneMatches } from "@/components/intents/no-intents";
import { RunLine } from "@/components/intents/run-line";
import { Shares } from "@/components/intents/shares";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { TenantTabs } from "@/components/tenants/tenant-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { ListFrame } from "@/components/ui/list/list-frame";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Page, PageHead, Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { countIntents, listIntents, mapIntents } from "@/lib/intents/browser/queries";
import { INTENT_LEVELS, INTENT_ROWS } from "@/lib/intents/browser/types";
import { type IntentFilter, intentList } from "@/lib/intents/list";
import { askedIntents } from "@/lib/intents/list-query";
import { coverageOf, emptyTemplates, longTail, meaningShares, newestRun } from "@/lib/intents/queries";
import { RATIONALE_JUDGES } from "@/lib/intents/runs/types";
import { listTenants } from "@/lib/tenants/queries";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Intents" };

const TEMPLATES_SHOWN = 10;
const SHARES_DAYS = 30;

const BESIDE = new Set(["tenant", "by", "level", "sort"]);

/** Whether filters hide some intents. */
const isNarrowed = (filter: IntentFilter) =>
  intentList.entries(filter).some(([name]) => !BESIDE.has(name)) || filter.cursor !== undefined;

const levelHrefs = (filter: IntentFilter) => ({
  grouped: intentList.link(filter, { level: undefined }),
  ...(Object.fromEntries(INTENT_LEVELS.map((level) => [level, intentList.link(filter, { level })])) as Record<
    (typeof INTENT_LEVELS)[number],
    string
  >),
});

const sharesBy = ({ by = "agent" }: IntentFilter) => by;

/** All that the page shows of one tenant, or of all. */
const readAll = (scope: UserScope, filter: IntentFilter, tenantId: string | undefined) =>
  Promise.all([
    coverageOf(scope, tenantId),
    listIntents(scope, filter, { limit: INTENT_ROWS, tenantId }),
    countIntents(scope, filter, tenantId),
    longTail(scope, TEMPLATES_SHOWN, tenantId),
    emptyTemplates(scope, TEMPLATES_SHOWN, tenantId),
    meaningShares(scope, { by: sharesBy(filter), days: SHARES_DAYS, tenantId }),
    tenantId === undefined ? null : newestRun(scope, tenantId),
    tenantId === undefined ? null : mapIntents(scope, filter, tenantId),
  ]);

export default async function IntentsPage({ searchParams }: Props) {
  const scope = await requireUser("/rationales/intents");
  const tenants = await listTenants(scope);
  const { filter, only, problems } = askedIntents(await searchParams, tenants);
  const by = sharesBy(filter);
  const [coverage, page, counts, tail, empty, shares, run, map] = await readAll(scope, filter, only?.id);
  const isGrouped = coverage.intents > 0;
  const mayBeGrouped = only && (run !== null || isEnough(coverage));
  const mayJudge = RATIONALE_JUDGES.some((role) => role === scope.actor.role);
  const none = isGrouped ? (
    <NoneMatches narrowed={isNarrowed(filter)} href={intentList.link({ tenant: filter.tenant })} />
  ) : (
    <NoIntents coverage={coverage} several={only === undefined} />
  );
  const names = new Map(tenants.map(({ id, name }) => [id, name]));
  return (
    <Page wide>
      <LiveRefresh topics={["intent"]} />
      <PageHead
        title="Intents"
        crumbs={[{ href: "/rationales", label: "Rationales" }]}
        description="What agents call tools for, grouped. New calls appear within three minutes."
        actions={<ButtonLink href="/docs/rationales">How it works</ButtonLink>}
      />
      <RationaleTabs current="Intents" />
      <ListNotice problems={problems} />
      <TenantTabs
        tenants={tenants}
        only={only?.key}
        path={intentList.path}
        others={intentList.entries(filter)}
        href={(tenant) => intentList.link(filter, { tenant })}
      />
      <CoverageStrip coverage={coverage} isGrouped={isGrouped} />
      {mayBeGrouped && <RunLine run={run} tenantId={only.id} mayAsk={mayJudge} />}
      <Section
        id="intents"
        title="Intents"
        actions={isGrouped && <Granularity level={filter.level ?? "grouped"} hrefs={levelHrefs(filter)} />}
      >
        <MapBeside map={isGrouped ? map : undefined} level={filter.level}>
          <ListFrame
            filters={isGrouped && <IntentFilters filter={filter} counts={counts} />}
            empty={page.rows.length === 0 && none}
            list={intentList}
            filter={filter}
            nextCursor={page.nextCursor}
            label="Pages of intents"
            newest="First page"
            older="More intents"
          >
            <IntentList
              intents={page.rows}
              tenants={only ? null : names}
              level={filter.level}
              mayChoose={mayJudge}
            />
          </ListFrame>
        </MapBeside>
      </Section>
      <CoverageWords coverage={coverage} tenant={only?.key} />
      <LeftOut tail={isGrouped ? tail : []} empty={empty} mayJudge={mayJudge} tenants={only ? null : names} />
      {coverage.calls > 0 && (
        <Section
          id="shares"
          title="Whose rationales say something"
          description={`Of the calls of the last ${SHARES_DAYS} days that came with a rationale.`}
        >
          <Shares by={by} shares={shares} href={(kind) => intentList.link(filter, { by: kind })} />
        </Section>
      )}
    </Page>
  );
}
