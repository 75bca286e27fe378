import type { Metadata } from "next";
import { MailFactsCard } from "@/components/notifications/email/mail-facts-card";
import { MailServerForm } from "@/components/notifications/email/mail-server-form";
import { TestMail } from "@/components/notifications/email/test-mail";
import { PeopleForbidden } from "@/components/people/forbidden";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { CopyButton } from "@/components/ui/copy-button";
import { Card, Page, PageHead, Section } from "@/components/ui/page";
import { CodeBlock } from "@/components/ui/text/code";
import { requireUser } from "@/lib/auth/sessions/current";
import { getMailFacts } from "@/lib/channels/email/server";

export const metadata: Metadata = { title: "E-mail" };

const ENVIRONMENT = [
  "SMTP_URL=smtp://user:password@smtp.acme.example:587",
  "SMTP_FROM=Countersign <countersign@acme.example>",
].join("\n");

export default async function MailSettingsPage() {
  const scope = await requireUser("/settings/notifications/email");
  const { role, email } = scope.actor;
  if (role !== "admin" || !scope.unlimited)
    return (
      <PeopleForbidden
        role={role}
        part="notifications"
        title="Only administrators of all tenants set up e-mail"
      />
    );
  const facts = await getMailFacts(scope);
  return (
    <Page>
      <PageHead
        crumbs={[{ href: "/settings/notifications", label: "Channels" }]}
        title="E-mail"
        description="Mails to people and to shared addresses, over your own mail server (SMTP)."
      />
      <SettingsTabs current="notifications" administers="all" />
      <MailFactsCard facts={facts} />
      {facts.source !== "none" && <TestMail to={email} />}
      {facts.source !== "environment" && <MailServerForm facts={facts} />}
      <Section
        id="environment"
        title="In the environment"
        description="These variables take precedence over the stored server. Countersign reads them at its start."
      >
        <Card className="flex flex-col gap-3 text-sm">
          <CodeBlock label="Environment" actions={<CopyButton text={ENVIRONMENT} label="Copy the lines" />}>
            {ENVIRONMENT}
          </CodeBlock>
          <ul className="ml-4 flex list-disc flex-col gap-1">
            <li>smtp:// requires STARTTLS, usually on port 587. smtps:// is TLS from the start, on 465.</li>
            <li>?tls=off sends without TLS and without a password, for a relay in your own network.</li>
            <li>Write special characters of user and password as %40, %3A and so on.</li>
            <li>For a private certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file.</li>
          </ul>
        </Card>
      </Section>
    </Page>
  );
}
