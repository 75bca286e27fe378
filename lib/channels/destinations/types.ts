import type { RiskWord } from "@/lib/core/risk";
import type { MessageKind, NoticeKind } from "@/lib/notices/types";

export const DESTINATION_CHANNELS = ["email", "slack", "webhook"] as const;
export type DestinationChannel = (typeof DESTINATION_CHANNELS)[number];

export const DESTINATIONS_MAX = 50;
export const DESTINATION_NAME_MAX = 80;
export const TEMPLATE_MAX = 20_000;

/** Services with their own form of webhooks; `own`: any other, with a template. */
export const WEBHOOK_PRESETS = [
  "teams",
  "ntfy",
  "gotify",
  "discord",
  "mattermost",
  "google-chat",
  "pagerduty",
  "opsgenie",
  "alertmanager",
  "own",
] as const;
export type WebhookPreset = (typeof WEBHOOK_PRESETS)[number];

type PresetFacts = {
  label: string;
  /** What its URL looks like; what `fixedUrl` says is used where none is typed. */
  urlForm: string;
  fixedUrl?: string;
  secret: { label: string; isRequired: boolean } | null;
  /** Whether an entry is closed again when its call is decided, expires or is withdrawn. */
  resolves: boolean;
};

export const PRESET_FACTS: Readonly<Record<WebhookPreset, PresetFacts>> = {
  teams: {
    label: "Microsoft Teams (Workflows)",
    urlForm: "https://prod-00.westeurope.logic.azure.com/workflows/…",
    secret: null,
    resolves: false,
  },
  ntfy: {
    label: "ntfy",
    urlForm: "https://ntfy.sh/your-topic",
    secret: { label: "Access token", isRequired: false },
    resolves: false,
  },
  gotify: {
    label: "Gotify",
    urlForm: "https://gotify.example.com/message",
    secret: { label: "Application token", isRequired: true },
    resolves: false,
  },
  discord: {
    label: "Discord",
    urlForm: "https://discord.com/api/webhooks/…",
    secret: null,
    resolves: false,
  },
  mattermost: {
    label: "Mattermost",
    urlForm: "https://mattermost.example.com/hooks/…",
    secret: null,
    resolves: false,
  },
  "google-chat": {
    label: "Google Chat",
    urlForm: "https://chat.googleapis.com/v1/spaces/…",
    secret: null,
    resolves: false,
  },
  pagerduty: {
    label: "PagerDuty (Events API v2)",
    urlForm: "https://events.pagerduty.com/v2/enqueue",
    fixedUrl: "https://events.pagerduty.com/v2/enqueue",
    secret: { label: "Integration key", isRequired: true },
    resolves: true,
  },
  opsgenie: {
    label: "Opsgenie",
    urlForm: "https://api.opsgenie.com/v2/alerts",
    fixedUrl: "https://api.opsgenie.com/v2/alerts",
    secret: { label: "API key", isRequired: true },
    resolves: true,
  },
  alertmanager: {
    label: "Prometheus Alertmanager",
    urlForm: "https://alertmanager.example.com",
    secret: { label: "Bearer token", isRequired: false },
    resolves: true,
  },
  own: {
    label: "Other, with a template",
    urlForm: "https://hooks.example.com/countersign",
    secret: { label: "Value of the header", isRequired: false },
    resolves: false,
  },
};

/** They ask for nothing, so no one would close their incident; that of a call is closed by its end. */
const NO_INCIDENT: readonly MessageKind[] = ["decided", "expired", "weekly"] satisfies NoticeKind[];

/** Whether a service takes this kind: those with entries that are closed open one only for what asks for something. */
export const takesKind = (preset: WebhookPreset, kind: MessageKind): boolean =>
  !PRESET_FACTS[preset].resolves || !NO_INCIDENT.includes(kind);

/** What sending needs, stored encrypted. */
export type EmailTarget = { to: string };
/** A channel's name with or without #, or its id. */
export type SlackTarget = { channel: string };
export type WebhookTarget = {
  preset: WebhookPreset;
  url: string;
  secret: string | null;
  /** Of `own`: the header that carries the secret. */
  header: string | null;
  /** Of `own`: the JSON body with placeholders. */
  template: string | null;
  /** Of `own`: whether it is sent again when the call is closed. */
  sendsUpdates: boolean;
  /** Whether it may reach the ranges of CALLBACK_ALLOW_CIDRS: only those may that an administrator of all tenants saved. */
  reachesInside: boolean;
};

/** A destination without its secrets. The URL of a webhook is one; its host is shown. */
export type Destination = {
  id: string;
  tenant: { key: string; name: string };
  name: string;
  channel: DestinationChannel;
  address: string;
  /** `isGone`: the group was deleted, so nothing is sent. */
  group: { name: string } | { isGone: true } | null;
  events: readonly NoticeKind[];
  minRisk: RiskWord;
  offAt: Date | null;
  offReason: string | null;
  createdAt: Date;
  createdByName: string;
  /** Null if it was stored under another AUTH_SECRET. */
  webhook:
    | (Pick<WebhookTarget, "preset" | "header" | "template" | "sendsUpdates"> & { hasSecret: boolean })
    | null;
};
