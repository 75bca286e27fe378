import "server-only";
import * as z from "zod";
import { env } from "@/lib/core/env";
import { readSetting } from "../settings";
import type { SecretSource, SlackFacts, SlackSecret, SlackSettings } from "./types";

const stored = z.object({
  botToken: z.string().nullable().default(null),
  appToken: z.string().nullable().default(null),
  signingSecret: z.string().nullable().default(null),
});

const NO_SECRETS: SlackSettings = { botToken: null, appToken: null, signingSecret: null };

/** The settings in force, for sending and receiving. Each variable wins over its stored secret. */
export async function findSlackSettings(): Promise<SlackSettings> {
  const given = fromEnvironment();
  if (Object.values(given).every((one) => one !== null)) return given;
  const kept = await findStored();
  return {
    botToken: given.botToken ?? kept.botToken,
    appToken: given.appToken ?? kept.appToken,
    signingSecret: given.signingSecret ?? kept.signingSecret,
  };
}

/** The stored secrets without those of the environment. */
export async function findStored(): Promise<SlackSettings> {
  const setting = await readSetting("slack");
  return setting?.kind === "stored" ? stored.parse(setting.value) : NO_SECRETS;
}

export async function getSlackFacts(): Promise<SlackFacts> {
  const given = fromEnvironment();
  const setting = await readSetting("slack");
  const kept = setting?.kind === "stored" ? stored.parse(setting.value) : NO_SECRETS;
  const sourceOf = (name: SlackSecret): SecretSource => {
    if (given[name] !== null) return "environment";
    if (setting?.kind === "unreadable") return "unreadable";
    return kept[name] === null ? null : "stored";
  };
  return {
    sources: {
      botToken: sourceOf("botToken"),
      appToken: sourceOf("appToken"),
      signingSecret: sourceOf("signingSecret"),
    },
    changed: setting && { at: setting.changedAt, by: setting.changedByName },
  };
}

function fromEnvironment(): SlackSettings {
  const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET } = env();
  return {
    botToken: SLACK_BOT_TOKEN ?? null,
    appToken: SLACK_APP_TOKEN ?? null,
    signingSecret: SLACK_SIGNING_SECRET ?? null,
  };
}
