import type { RiskWord } from "@/lib/core/risk";

/** What reaching Slack needs. Either of the last two lets people press buttons. */
export type SlackSettings = {
  botToken: string | null;
  /** Socket Mode: the worker connects to Slack. */
  appToken: string | null;
  /** Slack posts to this installation. */
  signingSecret: string | null;
};

export type SlackSecret = keyof SlackSettings;

/** Where a secret comes from; null: it is not set. */
export type SecretSource = "environment" | "stored" | "unreadable" | null;

/** What a page may know of the settings: no secrets. */
export type SlackFacts = {
  sources: Readonly<Record<SlackSecret, SecretSource>>;
  changed: { at: Date; by: string } | null;
};

/** The variable that takes precedence over a stored secret. */
export const SLACK_VARIABLES: Readonly<Record<SlackSecret, string>> = {
  botToken: "SLACK_BOT_TOKEN",
  appToken: "SLACK_APP_TOKEN",
  signingSecret: "SLACK_SIGNING_SECRET",
};

/** One thing that the connection test tried. */
export type SlackCheck = { name: string; ok: boolean; detail: string };

/** Risks up to which a tenant can let its calls be decided in Slack; null: none. */
export const SLACK_UP_TO = ["low", "medium", "high"] as const satisfies readonly RiskWord[];

export type SlackUpTo = (typeof SLACK_UP_TO)[number];

/** A member of a workspace, as Slack names them. */
export type SlackMember = { teamId: string; slackUserId: string; name: string; team: string };

export type LinkedSlack = { teamId: string; slackUserId: string; name: string; linkedAt: Date };

/** What a tenant lets people decide in Slack. */
export type SlackTenant = { key: string; name: string; upTo: SlackUpTo | null };

export const SLACK_COMMAND = "/countersign";
