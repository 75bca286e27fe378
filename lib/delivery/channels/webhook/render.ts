import { filledTemplate, type TemplateValues } from "@/lib/channels/destinations/template";
import { PRESET_FACTS, type WebhookTarget } from "@/lib/channels/destinations/types";
import type { Message } from "@/lib/notices/message";
import { discord, googleChat, gotify, mattermost, ntfy, teams } from "./chats";
import { contentOf } from "./content";
import { alertmanager, opsgenie, pagerduty } from "./incidents";

const USER_AGENT = "Countersign-Webhooks/1";

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

/** Whether the service closes or changes what it got before. */
export function takesUpdates({ preset, sendsUpdates }: WebhookTarget): boolean {
  return PRESET_FACTS[preset].resolves || sendsUpdates;
}

/** The request that brings a message to a service; null if the service has nothing to update. */
export function renderWebhook(target: WebhookTarget, message: Message): WebhookRequest | null {
  const { secret } = target;
  if ((message.isUpdate || message.isClosed) && !takesUpdates(target)) return null;
  const { url, body } = formOf(target, message);
  const own = {
    "content-type": "application/json",
    "user-agent": USER_AGENT,
    // The same for each attempt, as in Standard Webhooks.
    "webhook-id": message.id,
  };
  const headers = { ...own, ...(secret === null ? {} : secretHeader(target, secret)) };
  return { url, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

function secretHeader({ preset, header }: WebhookTarget, secret: string): Record<string, string> {
  switch (preset) {
    case "ntfy":
    case "alertmanager":
      return { authorization: `Bearer ${secret}` };
    case "gotify":
      return { "x-gotify-key": secret };
    case "opsgenie":
      return { authorization: `GenieKey ${secret}` };
    default:
      return header === null ? {} : { [header.toLowerCase()]: secret };
  }
}

function formOf(target: WebhookTarget, message: Message): { url: string; body: object | string } {
  const { preset, url, secret } = target;
  const content = contentOf(message);
  switch (preset) {
    case "teams":
      return { url, body: teams(content, message) };
    case "ntfy": {
      const { server, topic } = topicOf(url);
      return { url: server, body: ntfy(topic)(content, message) };
    }
    case "gotify":
      return { url: withPath(url, "/message"), body: gotify(content, message) };
    case "discord":
      return { url, body: discord(content, message) };
    case "mattermost":
      return { url, body: mattermost(content, message) };
    case "google-chat":
      return { url, body: googleChat(content, message) };
    case "pagerduty":
      return { url, body: pagerduty(content, message, secret ?? "") };
    case "opsgenie": {
      const { path, body } = opsgenie(content, message);
      return { url: `${url.replace(/\/$/, "")}${path}`, body };
    }
    case "alertmanager":
      return { url: withPath(url, "/api/v2/alerts"), body: alertmanager(content, message) };
    case "own":
      return { url, body: filledTemplate(target.template ?? "", valuesOf(message)) };
  }
}

/** `https://ntfy.sh/topic`: its JSON form goes to the server and names the topic. */
function topicOf(text: string): { server: string; topic: string } {
  const url = new URL(text);
  const path = url.pathname.replace(/\/$/, "");
  const at = path.lastIndexOf("/");
  return { server: `${url.origin}${path.slice(0, at)}/`, topic: decodeURIComponent(path.slice(at + 1)) };
}

/** Services whose address people know without the path of their API. */
function withPath(text: string, path: string): string {
  const url = new URL(text);
  const own = url.pathname.replace(/\/$/, "");
  if (!own.endsWith(path)) url.pathname = `${own}${path}`;
  return url.href;
}

function valuesOf(message: Message): TemplateValues {
  const { id, key, kind, call, isClosed, tenant } = message;
  const content = contentOf(message, true);
  return {
    id,
    key,
    kind,
    // A message about an end is closed from the first.
    state: isClosed || (call !== null && call.outcome !== null) ? "closed" : "open",
    title: content.title,
    headline: content.headline ?? "",
    text: content.lines.join("\n"),
    facts: content.facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    outcome: content.outcome ?? "",
    risk: call?.risk ?? "",
    tool: content.tool,
    provider: content.provider,
    agent: content.agent,
    gateway: content.gateway,
    tenant: tenant.name,
    deadline: call?.decideBy.toISOString() ?? "",
    why: content.why,
    open: content.open.url,
  };
}
