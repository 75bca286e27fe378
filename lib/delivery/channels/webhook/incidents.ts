import { HOUR_MS } from "@/lib/core/durations";
import type { RiskWord } from "@/lib/core/risk";
import type { Message } from "@/lib/notices/message";
import { oneLine } from "../message-words";
import { paragraphsOf, type WebhookContent } from "./content";
import { ALERT_CHARACTERS } from "./limits";

// Bodies of services with incidents: one per call, which its outcome closes.

/** Alerts about no call end by themselves after this. */
const ALERT_MS = 4 * HOUR_MS;

const SEVERITY = {
  low: "info",
  medium: "warning",
  high: "error",
  critical: "critical",
} as const satisfies Record<RiskWord, string>;

const severityOf = ({ call }: Message) => (call ? SEVERITY[call.risk] : "warning");

const aliasOf = ({ key }: Message): string => `countersign-${key}`;

const detailsOf = ({ facts }: WebhookContent): Record<string, string> =>
  Object.fromEntries(facts.map(({ label, value }) => [label, value]));

export function pagerduty(content: WebhookContent, message: Message, routingKey: string): object {
  const event = { routing_key: routingKey, dedup_key: aliasOf(message) };
  if (message.isClosed) return { ...event, event_action: "resolve" };
  return {
    ...event,
    event_action: "trigger",
    client: "Countersign",
    client_url: content.open.url,
    links: [{ href: content.open.url, text: content.open.label }],
    payload: {
      summary: content.title,
      source: content.gateway || "Countersign",
      severity: severityOf(message),
      timestamp: message.at.toISOString(),
      component: message.call ? `${content.provider} · ${content.tool}` : undefined,
      group: message.tenant.key,
      class: message.kind,
      custom_details: {
        ...(content.headline === null ? {} : { headline: content.headline }),
        ...detailsOf(content),
      },
    },
  };
}

const PRIORITY = { low: "P4", medium: "P3", high: "P2", critical: "P1" } as const satisfies Record<
  RiskWord,
  string
>;

/** @returns the path after the URL of alerts, and the body */
export function opsgenie(content: WebhookContent, message: Message): { path: string; body: object } {
  const alias = aliasOf(message);
  if (message.isClosed) {
    const path = `/${encodeURIComponent(alias)}/close?identifierType=alias`;
    return { path, body: { source: "Countersign", note: content.outcome ?? "The call no longer waits." } };
  }
  const body = {
    message: oneLine(content.title, ALERT_CHARACTERS),
    alias,
    description: [...paragraphsOf(content), content.open.url].join("\n\n"),
    details: { ...detailsOf(content), link: content.open.url },
    priority: message.call ? PRIORITY[message.call.risk] : "P3",
    source: "Countersign",
    tags: ["countersign", message.tenant.key],
  };
  return { path: "", body };
}

/** The labels are the alert's identity, so they stay the same until it ends. */
export function alertmanager(content: WebhookContent, message: Message): object[] {
  const { call, tenant, key, at, isClosed, kind } = message;
  const end = isClosed ? at : call && !call.outcome ? call.decideBy : new Date(at.getTime() + ALERT_MS);
  return [
    {
      labels: {
        alertname: call ? "CountersignCall" : "CountersignNotice",
        countersign_key: key,
        severity: severityOf(message),
        tenant: tenant.key,
        ...(call ? { provider: content.provider, tool: content.tool } : { kind }),
      },
      annotations: {
        summary: content.title,
        description: paragraphsOf(content).join("\n\n"),
      },
      startsAt: (call?.createdAt ?? at).toISOString(),
      endsAt: end.toISOString(),
      generatorURL: content.open.url,
    },
  ];
}
