import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { FindingFilters } from "@/components/signals/findings/finding-filters";
import { NoFindings } from "@/components/signals/findings/no-findings";
import { OneFinding } from "@/components/signals/findings/one-finding";
import { RuleGroups } from "@/components/signals/findings/rule-groups";
import { ToolsTabs } from "@/components/tools/tools-tabs";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { ListDownload } from "@/components/ui/list/list-download";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { withFindingIntents } from "@/lib/intents/finding-intents";
import { type FindingFilter, findingList } from "@/lib/signals/findings/list";
import { listFindingGroups, listFindings } from "@/lib/signals/findings/queries";
import { REFUSALS_MAX } from "@/lib/signals/findings/types";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { listToolChoices } from "@/lib/tools/catalogue/queries";
import { LINTED_MAX } from "@/lib/tools/findings/types";

// A finding takes a paragraph or more. The list is sorted by cost.
const FINDINGS_SHOWN = 20;

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Findings" };

async function groupsOf(scope: UserScope, filter: FindingFilter, tenants?: string[]) {
  const found = await listFindingGroups(scope, filter, tenants);
  const whole = await withFindingIntents(
    scope,
    found.groups.flatMap(({ worst }) => worst),
    tenants,
  );
  const groups = found.groups.map((group) => ({
    ...group,
    worst: whole.filter(({ code }) => code === group.code),
  }));
  return { ...found, groups };
}

async function rowsOf(scope: UserScope, filter: FindingFilter, tenants?: string[]) {
  const found = await listFindings(scope, filter, tenants, FINDINGS_SHOWN);
  return { ...found, rows: await withFindingIntents(scope, found.rows, tenants) };
}

export default async function FindingsPage({ searchParams }: Props) {
  const scope = await requireUser("/tools/findings");
  const { filter, problems } = findingList.parse(await searchParams);
  const [tenants, choices] = await Promise.all([listTenants(scope), listToolChoices(scope)]);
  const tenant = tenants.find(({ key }) => key === filter.tenant);
  const tenantIds = tenant ? [tenant.id] : undefined;
  const mayMute = mayAdministerAll(scope);
  // One rule is a list of its findings; without one the rules are.
  const page =
    filter.code === undefined
      ? { rows: [], nextCursor: null, ...(await groupsOf(scope, filter, tenantIds)) }
      : { groups: [], ...(await rowsOf(scope, filter, tenantIds)) };
  const { tools, refusals } = page.capped;
  return (
    <Page>
      <LiveRefresh topics={["tool"]} />
      <PageHead
        crumbs={[{ href: "/tools", label: "Tools" }]}
        title="Findings"
        description="Parts of tool definitions that make agents fail, by rule, the costliest first."
        about={{ what: "cost", text: "Refused calls × sessions in the last 14 days." }}
        actions={
          <>
            <ListDownload
              id="export-findings"
              rows={["finding", "findings"]}
              hrefOf={(format) => findingList.link(filter, {}, `/tools/findings/export?format=${format}`)}
            />
            <ButtonLink href="/docs/better-tools">What they mean</ButtonLink>
          </>
        }
      />
      <ToolsTabs current="findings" />
      <ListFrame
        problems={problems}
        filters={
          <>
            <FindingFilters filter={filter} counts={page.counts} choices={choices} tenants={tenants} />
            {(tools || refusals) && (
              <Banner role="status">
                {tools && (
                  <p>{`Only the first ${LINTED_MAX.toLocaleString("en")} tools are shown; filter to see others.`}</p>
                )}
                {refusals && (
                  <p>{`Of some tools only the newest ${REFUSALS_MAX.toLocaleString("en")} refused calls of a tenant are counted.`}</p>
                )}
              </Banner>
            )}
          </>
        }
        empty={
          page.rows.length + page.groups.length === 0 && (
            <NoFindings view={filter.view} filtered={findingList.isNarrowed(filter)} />
          )
        }
        list={findingList}
        filter={filter}
        nextCursor={page.nextCursor}
        label="Pages of findings"
        newest="First page"
        older="More findings"
      >
        {filter.code === undefined ? (
          <RuleGroups groups={page.groups} filter={filter} mayMute={mayMute} />
        ) : (
          <ul aria-label="Findings">
            {page.rows.map((finding) => (
              <OneFinding
                key={`${finding.tool.id} ${finding.code} ${finding.pointer}`}
                finding={finding}
                mayMute={mayMute}
                named
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </Page>
  );
}
