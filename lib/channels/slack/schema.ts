import * as z from "zod";
import { PASSWORD_CHARACTERS_MAX } from "@/lib/auth/types";
import { tenantKey } from "@/lib/core/schema";
import { SLACK_UP_TO } from "./types";

const secret = (form: RegExp, expected: string) =>
  z.string().trim().max(500).regex(form, `${expected}. Nothing was saved.`).or(z.literal("")).optional();

/** Empty: the stored one stays. */
export const slackSecretsInput = z.strictObject({
  botToken: secret(/^xoxb-[\x21-\x7e]{8,}$/, "A bot token begins with xoxb-"),
  appToken: secret(/^xapp-[\x21-\x7e]{8,}$/, "An app-level token begins with xapp-"),
  signingSecret: secret(/^[0-9a-f]{16,200}$/, "The signing secret consists of hex digits"),
});

export type SlackSecretsInput = z.input<typeof slackSecretsInput>;

export const nothingInput = z.strictObject({});

export const upToInput = z.strictObject({ tenant: tenantKey, upTo: z.enum(SLACK_UP_TO).nullable() });

export type UpToInput = z.input<typeof upToInput>;

export const linkInput = z.strictObject({
  token: z.string().max(4_000),
  password: z.string().max(PASSWORD_CHARACTERS_MAX).optional(),
});
