import type { Metadata } from "next";
import { CheckConnection } from "@/components/notifications/slack/check-connection";
import { SlackFactsCard } from "@/components/notifications/slack/facts";
import { SecretsForm } from "@/components/notifications/slack/secrets-form";
import { SlackSteps } from "@/components/notifications/slack/steps";
import { UpTo } from "@/components/notifications/slack/up-to";
import { PeopleForbidden } from "@/components/people/forbidden";
import { administersOf } from "@/components/shell/destinations";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Page, PageHead, Section } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { slackManifest } from "@/lib/channels/slack/manifest";
import { listSlackTenants } from "@/lib/channels/slack/queries";
import { getSlackFacts } from "@/lib/channels/slack/settings";
import type { SlackTenant } from "@/lib/channels/slack/types";
import { env } from "@/lib/core/env";

export const metadata: Metadata = { title: "Slack" };

export default async function SlackSettingsPage() {
  const scope = await requireUser("/settings/notifications/slack");
  const { role } = scope.actor;
  if (role !== "admin")
    return <PeopleForbidden role={role} part="notifications" title="Only administrators set up Slack" />;
  const [facts, tenants] = await Promise.all([getSlackFacts(), listSlackTenants(scope)]);
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/settings/notifications", label: "Channels" }]}
        title="Slack"
        description="Messages to people and channels, and decisions there if a tenant allows it."
      />
      <SettingsTabs current="notifications" administers={administersOf(scope)} />
      {scope.unlimited && <Installation facts={facts} />}
      <Deciding tenants={tenants} />
    </Page>
  );
}

/** The app of the whole installation. */
function Installation({ facts }: { facts: Awaited<ReturnType<typeof getSlackFacts>> }) {
  const { PUBLIC_URL } = env();
  return (
    <>
      <SlackFactsCard facts={facts}>
        <CheckConnection />
      </SlackFactsCard>
      <SlackSteps
        socket={slackManifest(PUBLIC_URL, "socket")}
        http={slackManifest(PUBLIC_URL, "http")}
        publicUrl={PUBLIC_URL}
      />
      <Section
        id="secrets"
        title="Secrets"
        description="Stored encrypted. The variables of the environment win."
      >
        <Card>
          <SecretsForm sources={facts.sources} />
        </Card>
      </Section>
    </>
  );
}

function Deciding({ tenants }: { tenants: readonly SlackTenant[] }) {
  return (
    <Section
      id="deciding"
      title="Decide in Slack"
      description="Only people whose Slack account is linked can decide, and only what they may decide here. Critical calls, calls that ask for a passkey, and approvals of high-risk calls always need the call's page. More time can be given in Slack in any case."
    >
      <Card flush>
        {tenants.length === 0 ? (
          <EmptyState icon="building" title="No tenants">
            Tenants that you administer appear here.
          </EmptyState>
        ) : (
          <ul aria-label="Tenants" className="divide-y divide-border">
            {tenants.map((tenant) => (
              <UpTo key={tenant.key} tenant={tenant} />
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}
