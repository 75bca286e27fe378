import type { ReactNode } from "react";
import { StatusMark } from "@/components/ui/badge";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { SLACK_VARIABLES, type SlackFacts, type SlackSecret } from "@/lib/channels/slack/types";

const NAMES: Readonly<Record<SlackSecret, string>> = {
  botToken: "Bot token",
  appToken: "App-level token",
  signingSecret: "Signing secret",
};

/** Which secrets are in force, without them. */
export function SlackFactsCard({
  facts: { sources, changed },
  children,
}: {
  facts: SlackFacts;
  children: ReactNode;
}) {
  const isOn = sources.botToken === "environment" || sources.botToken === "stored";
  return (
    <Section
      id="state"
      title="In force"
      actions={
        <StatusMark icon={isOn ? "check-circle" : "ban"} strong>
          {isOn ? "Set up" : "Not set up"}
        </StatusMark>
      }
    >
      <Card className="flex flex-col gap-4">
        <DetailList
          items={[
            ...secretsOf(sources),
            { term: "Buttons", value: buttonsWords(sources) },
            changed && {
              term: "Stored",
              value: (
                <>
                  <Time value={changed.at} form="relative" /> by <Untrusted>{changed.by}</Untrusted>
                </>
              ),
            },
          ]}
        />
        {children}
      </Card>
    </Section>
  );
}

function secretsOf(sources: SlackFacts["sources"]) {
  return (Object.keys(NAMES) as SlackSecret[]).map((name) => ({
    term: NAMES[name],
    value: sourceWords(sources[name], SLACK_VARIABLES[name]),
  }));
}

function sourceWords(source: SlackFacts["sources"][SlackSecret], variable: string): string {
  if (source === "environment") return `From ${variable}; it is never shown`;
  if (source === "stored") return "Stored here; it is never shown";
  if (source === "unreadable")
    return "Cannot be read with this AUTH_SECRET: start with the one it was stored with, or save it again";
  return "Not set";
}

function buttonsWords({ appToken, signingSecret }: SlackFacts["sources"]): string {
  const ways = [
    appToken === "environment" || appToken === "stored" ? "over the worker’s connection (Socket Mode)" : null,
    signingSecret === "environment" || signingSecret === "stored"
      ? "by requests that Slack signs (HTTP)"
      : null,
  ].filter((way) => way !== null);
  return ways.length === 0
    ? "Links only: presses do not reach Countersign"
    : `Presses arrive ${ways.join(" and ")}`;
}
