import type { Metadata } from "next";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { DangerSection } from "@/components/tenants/danger-section";
import { TenantsForbidden } from "@/components/tenants/forbidden";
import { GraceSection } from "@/components/tenants/grace-section";
import { RatingsSection } from "@/components/tenants/ratings-section";
import { RenameTenant } from "@/components/tenants/rename-tenant";
import { RetentionSection } from "@/components/tenants/retention-section";
import { SettingsSection } from "@/components/tenants/settings-section";
import { Code, Foreign } from "@/components/ui/code";
import { Card, Page, PageHead } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { SETTINGS } from "@/components/words/settings";
import { TENANT, TENANTS } from "@/components/words/tenants";
import { cancelPending } from "@/lib/approvals/actions";
import { requireUser } from "@/lib/auth/sessions/current";
import type { Search } from "@/lib/core/list/filters";
import type { UserScope } from "@/lib/core/scope";
import { offenderList } from "@/lib/gateways/list";
import { listOffenders } from "@/lib/gateways/offenders";
import { getSettingsNow, settingHistory } from "@/lib/insights/tenants";
import { previewRetention, removeTenant, saveRetention } from "@/lib/maintenance/actions";
import { previewRemoval } from "@/lib/maintenance/removal/queries";
import { getRetention, lastRetentionRun } from "@/lib/maintenance/retention/queries";
import * as actions from "@/lib/tenants/actions";
import { getTenantSettings } from "@/lib/tenants/queries";
import { graceEnd, isInGrace } from "@/lib/tenants/rules";
import type { Tenant } from "@/lib/tenants/types";
import { rateTools } from "@/lib/tools/actions";
import { listRatableTools, listTenantOverrides } from "@/lib/tools/overrides";
import { tenantOrNotFound } from "./one-tenant";

type Props = {
  params: Promise<{ key: string }>;
  searchParams: Promise<Search>;
};

export const metadata: Metadata = { title: TENANTS.title };

const PARTS = ["settings", "ratings", "grace", "retention", "danger"] as const;

export default async function TenantPage({ params, searchParams }: Props) {
  const { key } = await params;
  const scope = await requireUser(`/settings/tenants/${key}`);
  if (scope.actor.role !== "admin") return <TenantsForbidden role={scope.actor.role} />;
  const offenders = offenderList.parse(await searchParams);
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
        title={<Foreign>{tenant.name}</Foreign>}
        crumbs={[
          { href: "/settings", label: SETTINGS.title },
          { href: "/settings/tenants", label: TENANTS.title },
        ]}
        mark={<Code className="text-sm text-fg-muted">{tenant.key}</Code>}
      />
      <TabLinks
        label={TENANT.parts}
        items={PARTS.map((part) => ({ href: `#${part}`, label: TENANT[part], current: false }))}
      />
      <SettingsSection
        tenant={tenant}
        settings={settings}
        now={now}
        history={facts.history}
        save={actions.saveTenantSettings}
      />
      <RatingsSection
        tenantId={tenant.id}
        overrides={facts.overrides}
        tools={facts.ratable}
        rate={rateTools}
      />
      <GraceSection
        tenant={tenant.key}
        grace={{ days: settings.rationaleGraceDays, end, running }}
        offenders={facts.offenders}
        address={offenders}
        end={actions.endGrace}
        extend={actions.extendGrace}
      />
      <RetentionSection
        tenant={tenant}
        retention={facts.retention}
        lastRun={facts.lastRun}
        history={facts.history}
        save={saveRetention}
        count={previewRetention}
      />
      <Card>
        <RenameTenant tenant={tenant.key} name={tenant.name} rename={actions.renameTenant} />
      </Card>
      <DangerSection
        tenant={tenant.key}
        preview={facts.removal}
        mayDelete={scope.unlimited}
        cancelPending={cancelPending}
        remove={removeTenant}
      />
    </Page>
  );
}

async function factsOf(scope: UserScope, { id }: Tenant, cursor: string | undefined) {
  const settings = await getTenantSettings(scope, id);
  const [now, history, overrides, ratable, retention, lastRun, removal, offenders] = await Promise.all([
    getSettingsNow(scope, id, settings),
    settingHistory(scope, id),
    listTenantOverrides(scope, id),
    listRatableTools(scope, id),
    getRetention(scope, id),
    lastRetentionRun(scope, id),
    previewRemoval(scope, id),
    listOffenders(scope, id, cursor),
  ]);
  return { settings, now, history, overrides, ratable, retention, lastRun, removal, offenders };
}
