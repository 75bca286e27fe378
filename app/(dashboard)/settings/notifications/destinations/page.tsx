import type { Metadata } from "next";
import { CreateDestination } from "@/components/notifications/destinations/create-destination";
import { DestinationList } from "@/components/notifications/destinations/destination-list";
import { PeopleForbidden } from "@/components/people/forbidden";
import { administersOf } from "@/components/shell/destinations";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { TenantTabs } from "@/components/tenants/tenant-tabs";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Page, PageHead, Section } from "@/components/ui/page";
import { listGroupNames } from "@/lib/auth/groups/queries";
import { requireUser } from "@/lib/auth/sessions/current";
import { listDestinations } from "@/lib/channels/destinations/queries";
import { channelsSetUp } from "@/lib/channels/set-up";
import type { Search } from "@/lib/core/list/filters";
import { listLastSent } from "@/lib/notifications/last-sent";
import { listTenants } from "@/lib/tenants/queries";
import { chosenTenants } from "@/lib/tenants/rules";

export const metadata: Metadata = { title: "Destinations" };

const PATH = "/settings/notifications/destinations";

type Props = { searchParams: Promise<Search> };

/** Shared places of a tenant or a group: Slack channels, mailing lists, webhooks. */
export default async function DestinationsPage({ searchParams }: Props) {
  const scope = await requireUser(PATH);
  const { role } = scope.actor;
  if (role !== "admin")
    return (
      <PeopleForbidden role={role} part="notifications" title="Only administrators set up destinations" />
    );
  const { tenant: asked } = await searchParams;
  const all = await listTenants(scope);
  const { only, tenants, problems } = chosenTenants(all, typeof asked === "string" ? asked : undefined);
  const ids = tenants.map(({ id }) => id);
  const [{ destinations, isCut }, last, groups, setUp] = await Promise.all([
    listDestinations(scope, ids),
    listLastSent(scope, ids),
    listGroupNames(scope),
    channelsSetUp(),
  ]);
  const choices = { groups, setUp: [...setUp], tenants: all.map(({ key, name }) => ({ key, name })) };
  const create = <CreateDestination choices={choices} tenant={only?.key ?? null} />;
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/settings/notifications", label: "Channels" }]}
        title="Destinations"
        description="Slack channels, mailing lists and webhooks that a whole tenant or a group shares."
      />
      <SettingsTabs current="notifications" administers={administersOf(scope)} />
      <ListNotice problems={problems} />
      <TenantTabs
        tenants={all}
        only={only?.key}
        path={PATH}
        others={[]}
        href={(key) => (key === undefined ? PATH : `${PATH}?tenant=${encodeURIComponent(key)}`)}
      />
      <Section
        id="destinations"
        title="Destinations"
        description="They get every event you choose, at all hours. A message only links to Countersign."
        actions={destinations.length > 0 && create}
      >
        <DestinationList
          rows={destinations.map((row) => ({ ...row, last: last.get(row.id) ?? null }))}
          choices={choices}
          severalTenants={tenants.length > 1}
          create={create}
        />
        {isCut && <p className="text-fg-muted text-sm">There are more. Choose a tenant to see them all.</p>}
      </Section>
    </Page>
  );
}
