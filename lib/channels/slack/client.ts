import "server-only";
import {
  type FetchFunction,
  type Logger,
  LogLevel,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from "@slack/web-api";
import { SECOND_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/log";
import { cutText } from "@/lib/core/text/cut";

/** Milliseconds for one answer of Slack. */
const ANSWER_MS_MAX = 10 * SECOND_MS;

/** Characters of an error's own words. */
const DETAIL_MAX = 300;

/** Slack's libraries log whole payloads below this level. */
export const quietLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (...words) => log().debug({ words: words.map(String) }, "a warning of Slack's library"),
  error: (...words) => log().debug({ words: words.map(String) }, "an error of Slack's library"),
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

/** One attempt per call: retries are the delivery schedule's. */
export const slackOptions = {
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  timeout: ANSWER_MS_MAX,
};

/** Slack's Web API. Slack's address is the operator's setting, so no address guard is in the way. */
export function slackClient(token: string, signal?: AbortSignal): WebClient {
  const aborting: FetchFunction = (url, init) => {
    const signals = [signal, init?.signal].filter((one) => one !== undefined);
    return fetch(url, { ...init, signal: AbortSignal.any(signals) });
  };
  return new WebClient(token, {
    ...slackOptions,
    slackApiUrl: env().SLACK_API_URL,
    allowAbsoluteUrls: false,
    logger: quietLogger,
    fetch: aborting,
  });
}

/** Why a call to Slack failed. */
export type SlackFailure = {
  /** Slack's own error code; null if Slack did not answer with one. */
  code: string | null;
  status: number | null;
  /** What happened and what to do. */
  words: string;
  retryAfterMs: number | null;
};

/** @param error thrown by a method of `slackClient` */
export function slackFailure(error: unknown): SlackFailure {
  if (error instanceof WebAPIRateLimitedError) {
    const words = `Slack takes no more messages for ${error.retryAfter} s (rate limit).`;
    return { code: "ratelimited", status: 429, words, retryAfterMs: error.retryAfter * SECOND_MS };
  }
  if (error instanceof WebAPIPlatformError) {
    const { error: code } = error.data;
    return { code, status: 200, words: platformWords(error), retryAfterMs: null };
  }
  if (error instanceof WebAPIHTTPError) {
    const words = `Slack answered HTTP ${error.statusCode}.`;
    return { code: null, status: error.statusCode, words, retryAfterMs: null };
  }
  const original = error instanceof WebAPIRequestError ? error.original : error;
  return { code: null, status: null, words: networkWords(original), retryAfterMs: null };
}

const TOKEN = "Install the app again in your workspace and store its new bot token.";

/** What Slack's most common error codes mean here, and what to do. */
const WORDS: Readonly<Record<string, string>> = {
  account_inactive: `The app was removed from the workspace, or the workspace was deleted. ${TOKEN}`,
  token_revoked: `The token was revoked. ${TOKEN}`,
  token_expired: `The token has expired. ${TOKEN}`,
  invalid_auth: `Slack does not know the token. ${TOKEN}`,
  not_authed: `No token was sent. ${TOKEN}`,
  not_allowed_token_type:
    "This kind of token is not allowed here. The bot token begins with xoxb-, the app-level token with xapp-.",
  channel_not_found:
    "Slack does not find the channel, or the app may not see it. Check its ID, and invite the app if the channel is private.",
  not_in_channel: "The app is not in the channel. Type /invite and the app's name in the channel.",
  is_archived: "The channel is archived. Choose another one.",
  user_not_found: "The person is no longer in the workspace.",
  user_disabled: "The person's Slack account is deactivated.",
  cannot_dm_bot: "A bot cannot get direct messages.",
  messages_tab_disabled: "The app takes no direct messages. Turn on its Messages Tab under App Home.",
  restricted_action: "A setting of the workspace does not let the app post there.",
  team_access_not_granted: "The app is not installed in that workspace.",
  internal_error: "Slack failed internally. Countersign tries again.",
  fatal_error: "Slack failed internally. Countersign tries again.",
  service_unavailable: "Slack is not available at the moment.",
};

function platformWords({ data }: WebAPIPlatformError): string {
  const { error: code, needed } = data as { error: string; needed?: unknown };
  if (code === "missing_scope") {
    const scope = typeof needed === "string" ? ` ${needed}` : "";
    return `The app lacks the scope${scope} (missing_scope). Add it under OAuth & Permissions, and install the app again.`;
  }
  const known = WORDS[code];
  return known ? `${known} (${code})` : `Slack answered with the error ${code}.`;
}

function networkWords(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: "" };
  if (name === "TimeoutError")
    return `Slack did not answer within ${ANSWER_MS_MAX / SECOND_MS} s. It may have posted the message.`;
  if (name === "AbortError")
    return "The worker stopped before Slack answered. Slack may have posted the message.";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = (cause as { code?: unknown }).code;
  const detail = typeof code === "string" ? code : cause instanceof Error ? cause.message : String(cause);
  const reason = cutText(detail, DETAIL_MAX);
  return `Slack cannot be reached: ${reason}. Check the network, a proxy and SLACK_API_URL.`;
}
