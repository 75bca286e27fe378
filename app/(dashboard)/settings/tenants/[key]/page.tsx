import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { DangerSection } from "@/components/tenants/danger-section";
import { TenantsForbidden } from "@/components/tenants/forbidden";
import { GraceSection } from "@/components/tenants/grace-section";
import { RatingsSection } from "@/components/tenants/ratings-section";
import { RenameTenant } from "@/components/tenants/rename-tenant";
import { RetentionSection } from "@/components/tenants/retention-section";
import { SettingsSection } from "@/components/tenants/settings-section";
import { Card, Page, PageHead } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { findPasskeyHolders } from "@/lib/auth/passkeys/queries";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { getSettingsNow, settingHistory } from "@/lib/insights/tenants";
import { offenderDayList } from "@/lib/intake/offenders/list";
import { countUnresolved, listOffenderDays } from "@/lib/intake/offenders/queries";
import { previewRemoval } from "@/lib/maintenance/removal/queries";
import { getRetention, lastRetentionRun } from "@/lib/maintenance/retention/queries";
import { getTenantSettings } from "@/lib/tenants/queries";
import { graceEnd, isInGrace } from "@/lib/tenants/rules";
import type { Tenant } from "@/lib/tenants/types";
import { listRatableTools, listTenantOverrides } from "@/lib/tools/overrides";
import { namedSegment } from "../../../named-segment";
import { tenantOrNotFound } from "./one-tenant";

type Props = {
  params: Promise<{ key: string }>;
  searchParams: Promise<Search>;
};

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({
  title: tabTitle(namedSegment((await params).key)),
});

const PARTS = [
  { href: "#settings", label: "Deciding", current: false },
  { href: "#ratings", label: "Ratings", current: false },
  { href: "#grace", label: "Rationales", current: false },
  { href: "#retention", label: "Keeping", current: false },
  { href: "#danger", label: "Delete", current: false },
];

export default async function TenantPage({ params, searchParams }: Props) {
  const key = namedSegment((await params).key);
  const scope = await requireUser(`/settings/tenants/${encodeURIComponent(key)}`);
  if (scope.actor.role !== "admin") return <TenantsForbidden />;
  const offenders = offenderDayList.parse(await searchParams);
  const tenant = await tenantOrNotFound(scope, key);
  const facts = await factsOf(scope, tenant, offenders.filter.cursor);
  const { settings, now } = facts;
  const end = tenant.firstRowAt && graceEnd(tenant.firstRowAt, settings.rationaleGraceDays);
  const running =
    tenant.firstRowAt !== null && isInGrace(tenant.firstRowAt, settings.rationaleGraceDays, now.now);
  return (
    <Page>
      <LiveRefresh topics={["tenant", "tool", "approval"]} />
      <PageHead
        title={<Untrusted>{tenant.name}</Untrusted>}
        crumbs={[
          { href: "/settings", label: "Settings" },
          { href: "/settings/tenants", label: "Tenants" },
        ]}
        mark={
          <Untrusted mono className="text-sm text-fg-muted">
            {tenant.key}
          </Untrusted>
        }
      />
      <TabLinks label="Parts of this tenant's settings" items={PARTS} />
      <SettingsSection
        tenant={tenant}
        settings={settings}
        now={now}
        holders={facts.holders}
        history={facts.history}
      />
      <RatingsSection tenantId={tenant.id} overrides={facts.overrides} tools={facts.ratable} />
      <GraceSection
        tenant={tenant.key}
        grace={{ days: settings.rationaleGraceDays, end, running }}
        offenders={facts.offenders}
        unresolved={facts.unresolved}
        address={offenders}
      />
      <RetentionSection
        tenant={tenant}
        retention={facts.retention}
        lastRun={facts.lastRun}
        history={facts.history}
      />
      <Card>
        <RenameTenant tenant={tenant.key} name={tenant.name} />
      </Card>
      <DangerSection tenant={tenant.key} preview={facts.removal} mayDelete={scope.unlimited} />
    </Page>
  );
}

async function factsOf(scope: UserScope, { id, key }: Tenant, cursor: string | undefined) {
  const settings = await getTenantSettings(scope, id);
  const [now, history, overrides, ratable, retention, lastRun, removal, offenders, unresolved, holders] =
    await Promise.all([
      getSettingsNow(scope, id, settings),
      settingHistory(scope, id),
      listTenantOverrides(scope, id),
      listRatableTools(scope, id),
      getRetention(scope, id),
      lastRetentionRun(scope, id),
      previewRemoval(scope, id),
      listOffenderDays(scope, id, cursor),
      countUnresolved(scope, key),
      findPasskeyHolders(scope, id),
    ]);
  const kept = { retention, lastRun, removal, offenders, unresolved, holders };
  return { settings, now, history, overrides, ratable, ...kept };
}
