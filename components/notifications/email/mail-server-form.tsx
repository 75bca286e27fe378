"use client";

import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { SelectField, TextField } from "@/components/ui/field";
import { Card, Section } from "@/components/ui/page";
import { useRefresh } from "@/components/ui/use-refresh";
import { saveMailServer } from "@/lib/channels/email/actions";
import { MAIL_PORTS, MAIL_SECURITY, type MailFacts, type MailSecurity } from "@/lib/channels/email/types";
import { SECURITY_WORDS } from "./mail-facts-card";

const securityOf = (text: string): MailSecurity => MAIL_SECURITY.find((one) => one === text) ?? "starttls";

/** Stores the mail server. An empty password keeps the stored one. */
export function MailServerForm({ facts }: { facts: MailFacts }) {
  const { refresh } = useRefresh();
  return (
    <Section
      id="change"
      title={facts.server ? "Change the mail server" : "Set up a mail server"}
      description="Any SMTP server: your provider’s, or a relay of your own. Private addresses need CALLBACK_ALLOW_CIDRS."
    >
      <Card>
        <ActionForm
          label="Mail server"
          action={saveMailServer}
          read={(data) => {
            const text = (name: string) => String(data.get(name) ?? "");
            return {
              ...{ host: text("host"), port: text("port"), security: text("security"), from: text("from") },
              ...{ user: text("user"), password: text("password") },
            };
          }}
          submit="Save the mail server"
          pendingLabel="Saving…"
          done="Saved. Send a test e-mail to check it."
          onDone={refresh}
        >
          {(fields) => <ServerFields fields={fields} facts={facts} />}
        </ActionForm>
      </Card>
    </Section>
  );
}

function ServerFields({
  fields,
  facts: { server, hasPassword },
}: {
  fields: Readonly<Record<string, string>>;
  facts: MailFacts;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        name="host"
        label="Host"
        hint="For example smtp.acme.example"
        defaultValue={server?.host}
        error={fields.host}
        {...NO_HELP}
      />
      <TextField
        name="from"
        label="Sender"
        hint="For example Countersign <countersign@acme.example>"
        defaultValue={server?.from}
        error={fields.from}
        {...NO_HELP}
      />
      <PortFields fields={fields} server={server} />
      <TextField
        name="user"
        label="User"
        hint="Empty: without signing in"
        defaultValue={server?.user ?? ""}
        error={fields.user}
        {...NO_HELP}
      />
      <TextField
        name="password"
        type="password"
        label="Password"
        hint={hasPassword ? "Empty: keeps the stored one" : "Stored encrypted, never shown"}
        error={fields.password}
        autoComplete="new-password"
      />
    </div>
  );
}

const NO_HELP = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** Encryption and port; the usual port follows the encryption. */
function PortFields({
  fields,
  server,
}: {
  fields: Readonly<Record<string, string>>;
  server: MailFacts["server"];
}) {
  const [security, setSecurity] = useState<MailSecurity>(server?.security ?? "starttls");
  const [port, setPort] = useState(String(server?.port ?? MAIL_PORTS.starttls));
  const choose = (next: MailSecurity) => {
    if (port === String(MAIL_PORTS[security])) setPort(String(MAIL_PORTS[next]));
    setSecurity(next);
  };
  return (
    <>
      <SelectField
        name="security"
        label="Encryption"
        value={security}
        onChange={({ target }) => choose(securityOf(target.value))}
        error={fields.security}
      >
        {MAIL_SECURITY.map((one) => (
          <option key={one} value={one}>
            {SECURITY_WORDS[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="port"
        label="Port"
        inputMode="numeric"
        value={port}
        onChange={({ target }) => setPort(target.value)}
        error={fields.port}
        autoComplete="off"
      />
    </>
  );
}
