"use client";

import { ConfirmAct } from "@/components/ui/confirm-act";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { useRefresh } from "@/components/ui/use-refresh";
import { removeMailServer } from "@/lib/channels/email/actions";
import type { MailFacts, MailSecurity } from "@/lib/channels/email/types";

const SOURCES: Record<MailFacts["source"], string> = {
  environment: "SMTP_URL in the environment",
  stored: "Stored here, encrypted",
  none: "None yet: no mails are sent",
  unreadable: "Stored under another AUTH_SECRET: no mails are sent until you store it again",
};

export const SECURITY_WORDS: Record<MailSecurity, string> = {
  starttls: "STARTTLS, required",
  tls: "TLS from the start",
  none: "None: mails travel in the clear",
};

/** The mail server in force, without its password. */
export function MailFactsCard({ facts }: { facts: MailFacts }) {
  const { server, source, changedAt, changedByName, isOverridden, hasPassword } = facts;
  const { refresh } = useRefresh();
  return (
    <Section
      id="server"
      title="Mail server"
      actions={
        changedAt && (
          <ConfirmAct
            size="sm"
            icon="trash"
            label="Remove…"
            title="Remove the stored mail server?"
            description={
              isOverridden
                ? "The environment’s server stays in force. Host, user and password here are deleted."
                : "No mails are sent any more. Host, user and password are deleted. What waits is tried again until it is out of date."
            }
            confirm="Remove the mail server"
            pendingLabel="Removing…"
            act={() => removeMailServer({})}
            onDone={refresh}
          />
        )
      }
    >
      <Card>
        <DetailList
          items={[
            { term: "In force", value: SOURCES[source] },
            server && {
              term: "Server",
              value: <Untrusted mono>{`${server.host}:${server.port}`}</Untrusted>,
            },
            server && { term: "Encryption", value: SECURITY_WORDS[server.security] },
            server && {
              term: "User",
              value: server.user === null ? "None" : <Untrusted mono>{server.user}</Untrusted>,
            },
            server && { term: "Password", value: hasPassword ? "Set; it is never shown" : "None" },
            server && { term: "Sender", value: <Untrusted>{server.from}</Untrusted> },
            changedAt && {
              term: isOverridden ? "Also stored" : "Stored",
              value: (
                <>
                  <Time value={changedAt} /> by <Untrusted>{changedByName ?? ""}</Untrusted>
                  {isOverridden && ", not in force while SMTP_URL is set"}
                </>
              ),
            },
          ]}
        />
      </Card>
    </Section>
  );
}
