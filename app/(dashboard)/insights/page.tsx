import type { Metadata } from "next";
import { FrictionSection } from "@/components/insights/friction-section";
import { FrictionTable } from "@/components/insights/friction-table";
import { HurriedTools } from "@/components/insights/hurried-tools";
import { SaidTable } from "@/components/insights/said-table";
import { SignalCards } from "@/components/insights/signals";
import { TenantTabs } from "@/components/tenants/tenant-tabs";
import { ButtonLink } from "@/components/ui/button-link";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Page, PageHead, Section } from "@/components/ui/page";
import { listRushes } from "@/lib/approvals/rushes";
import { requireUser } from "@/lib/auth/sessions/current";
import { callList } from "@/lib/calls/log/list";
import type { Search } from "@/lib/core/list/filters";
import { insightList } from "@/lib/insights/friction/list";
import { getFriction } from "@/lib/insights/friction/queries";
import { getSignals } from "@/lib/insights/signals/queries";
import type { Signals } from "@/lib/insights/signals/types";
import { listTenants } from "@/lib/tenants/queries";
import { chosenTenants, mayAdministerAll } from "@/lib/tenants/rules";

type Props = { searchParams: Promise<Search> };

export const metadata: Metadata = { title: "Insights" };

export default async function InsightsPage({ searchParams }: Props) {
  const scope = await requireUser("/insights");
  const { filter: asked, problems } = insightList.parse(await searchParams);
  const all = await listTenants(scope);
  const { only, tenants, problems: unknown } = chosenTenants(all, asked.tenant);
  const filter = unknown.length > 0 ? { ...asked, tenant: undefined } : asked;
  const now = new Date();
  const isOfAll = mayAdministerAll(scope);
  const [signals, friction, rushes] = await Promise.all([
    getSignals(scope, { tenants, now }),
    getFriction(scope, filter, { tenants: tenants.map(({ id }) => id), now }),
    filter.by === "approver" && isOfAll ? listRushes(scope) : null,
  ]);
  const isAdmin = scope.actor.role === "admin";
  return (
    <Page wide>
      <PageHead
        title="Insights"
        description="Whether what Countersign asks of agents and people is worth what it costs them."
        actions={<ButtonLink href="/docs/insights">How to read this</ButtonLink>}
      />
      <ListNotice problems={[...problems, ...unknown]} />
      <TenantTabs
        tenants={all}
        only={only?.key}
        path={insightList.path}
        others={insightList.entries(filter)}
        href={(tenant) => insightList.link(filter, { tenant })}
      />
      <Section
        id="signals"
        title="Regret signals"
        description="Each says when a part of Countersign asks more than it gives, and what to do then. Countersign changes nothing by itself."
      >
        <SignalCards signals={signals} tenant={only?.key} mayAdminister={isAdmin} />
      </Section>
      <Evidence signals={signals} tenant={only?.key} severalTenants={tenants.length > 1} />
      <FrictionSection
        friction={friction}
        filter={filter}
        readsEverybody={isAdmin}
        table={
          <FrictionTable
            friction={friction}
            filter={filter}
            rushes={rushes ?? new Map()}
            mayOpenPeople={isAdmin}
          />
        }
      />
    </Page>
  );
}

/** The tools that produce the signals: approved at once, with usable rationales. */
function Evidence({
  signals: { atOnce, meaning },
  tenant,
  severalTenants,
}: {
  signals: Signals;
  tenant?: string;
  severalTenants: boolean;
}) {
  const since = atOnce.complete ? atOnce.since.toISOString().slice(0, 10) : atOnce.since.toISOString();
  const of = (name: object) => callList.link({ since: meaning.since, tenant, ...name });
  return (
    <>
      {atOnce.tools.length > 0 && (
        <Section
          id="at-once"
          title="Tools approved at once"
          description="Their high and critical calls of the last 30 days that everyone approved unchanged within 5 minutes. Rating a tool lower applies to one tenant and can be undone."
        >
          <HurriedTools tools={atOnce.tools} since={since} severalTenants={severalTenants} />
        </Section>
      )}
      {meaning.agents.length > 0 && (
        <Section
          id="said"
          title="Whose rationales say something"
          description="Of the calls of the last 30 days. A call without a rationale counts for its agent; its model is not known."
        >
          <div className="grid gap-4 lg:grid-cols-2">
            <SaidTable
              label="Meaningful rationales by agent"
              head="Agent"
              rows={meaning.agents}
              href={(agent) => of({ agent })}
            />
            <SaidTable
              label="Meaningful rationales by model"
              head="Model"
              rows={meaning.models}
              href={(model) => of({ model })}
            />
          </div>
        </Section>
      )}
    </>
  );
}
