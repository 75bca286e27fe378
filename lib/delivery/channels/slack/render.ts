import type {
  ActionsBlock,
  Button,
  ContextBlock,
  HeaderBlock,
  KnownBlock,
  RichTextBlock,
  SectionBlock,
} from "@slack/types";
import type { RiskWord } from "@/lib/core/risk";
import { cutText } from "@/lib/core/text/cut";
import { revealedText } from "@/lib/core/text/reveal";
import type { Message, MessageCall } from "@/lib/notices/message";
import {
  BLOCKS_MAX,
  CONTEXT_MAX,
  FACT_MAX,
  FACTS_MAX,
  HEADER_MAX,
  HEADLINE_MAX,
  ITEMS_MAX,
  LINES_MAX,
  SECTION_MAX,
  TEXT_MAX,
} from "./limits";

// Texts of others go into rich text and plain text only: Slack reads no markup, links or mentions there. `mrkdwn` holds
// nothing but our own words.

/** `action_id` of the buttons. */
export const BUTTONS = {
  approve: "countersign_approve",
  reject: "countersign_reject",
  extend: "countersign_extend",
  open: "countersign_open",
};

/** By this the app finds its own message again. */
export const METADATA_TYPE = "countersign_message";

export type Rendered = {
  text: string;
  blocks: KnownBlock[];
  metadata: { event_type: string; event_payload: { id: string; key: string } };
};

const RISK_WORDS: Record<RiskWord, string> = {
  low: "Low risk",
  medium: "Medium risk",
  high: "High risk",
  critical: "Critical risk",
};

export function renderSlack(message: Message): Rendered {
  const blocks = [header(message.title), ...about(message), ...foot(message)];
  const { headline = "" } = message.call ?? {};
  const text = [message.title, headline].filter((part) => part !== "").join(": ");
  return {
    text: escaped(shown(text, TEXT_MAX)),
    blocks: blocks.slice(0, BLOCKS_MAX),
    metadata: { event_type: METADATA_TYPE, event_payload: { id: sentId(message), key: message.key } },
  };
}

/** The same for a message and all its versions, by which it is found after an answer was lost. */
export const sentId = ({ id }: Pick<Message, "id">): string => id.replace(/\.\d+$/, "");

function about({ call, lines, items, tenant, at, title }: Message): KnownBlock[] {
  const said = lines.slice(0, LINES_MAX).map((line) => paragraph(shown(line, SECTION_MAX)));
  if (!call) return [...said, ...listed(items), context(`Tenant ${tenant.name}`)];
  const facts = [context(placeOf(call, tenant.name, title)), quoted(call.headline), ...factsOf(call)];
  // The lines of a call that waits say its deadline, in the zone of the person's profile.
  if (call.outcome === null) return [...facts, deadline(call.decideBy, at)];
  return [...facts, ...said, paragraph(shown(call.outcome, SECTION_MAX), true)];
}

/** Leaves out what the title has said. */
function placeOf(
  { risk, provider, tool, gateway, agent }: MessageCall,
  tenant: string,
  title: string,
): string {
  const named = `${provider} · ${tool}`;
  const parts = [
    ...(shown(title, HEADER_MAX).includes(`risk: ${named}`) ? [] : [RISK_WORDS[risk], named]),
    `gateway ${gateway}`,
    ...(agent === null ? [] : [`agent ${agent}`]),
    `tenant ${tenant}`,
  ].join(" · ");
  return parts.charAt(0).toUpperCase() + parts.slice(1);
}

function factsOf({ facts }: MessageCall): KnownBlock[] {
  if (facts.length === 0) return [];
  const elements = facts.slice(0, FACTS_MAX).flatMap(({ label, value }, at) => [
    {
      type: "text" as const,
      text: `${at === 0 ? "" : "\n"}${shown(label, FACT_MAX)}: `,
      style: { bold: true },
    },
    { type: "text" as const, text: shown(value, FACT_MAX) },
  ]);
  const more = facts.length - FACTS_MAX;
  const rest = more > 0 ? [{ type: "text" as const, text: `\n${more} more on its page` }] : [];
  return [{ type: "rich_text", elements: [{ type: "rich_text_section", elements: [...elements, ...rest] }] }];
}

/** "2026-12-24 18:00 UTC". */
export const utcMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** In UTC, and in the reader's own zone, which only Slack knows. */
function deadline(decideBy: Date, at: Date): SectionBlock {
  const utc = utcMinute(decideBy);
  const seconds = Math.floor(decideBy.getTime() / 1_000);
  const own = `<!date^${seconds}^{date_short_pretty} {time}|${utc}>`;
  const text =
    decideBy > at
      ? `*Decide by ${utc}* (${own} in your zone). Without a decision it expires, which counts as a rejection.`
      : `*The time to decide ended at ${utc}*`;
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}

function listed(items: Message["items"]): KnownBlock[] {
  if (items.length === 0) return [];
  const rows = items.slice(0, ITEMS_MAX).map(({ title, risk, tenant, open }) => ({
    type: "rich_text_section" as const,
    elements: [
      { type: "link" as const, url: open, text: shown(title, FACT_MAX) || "Open" },
      {
        type: "text" as const,
        text: `${risk === null ? "" : ` · ${RISK_WORDS[risk]}`} · ${shown(tenant, FACT_MAX)}`,
      },
    ],
  }));
  const list: RichTextBlock = {
    type: "rich_text",
    elements: [{ type: "rich_text_list", style: "bullet", elements: rows }],
  };
  const more = items.length - ITEMS_MAX;
  return more > 0 ? [list, context(`${more} more in Countersign`)] : [list];
}

function foot({ call, isClosed, links, why }: Message): KnownBlock[] {
  const open = {
    type: "button" as const,
    text: plain(call ? "Open the call" : "Open Countersign"),
    action_id: BUTTONS.open,
    url: links.open,
  };
  const own = call && !isClosed ? buttons(call) : [];
  const actions: ActionsBlock = { type: "actions", elements: [...own, open] };
  const stop = links.stop === null ? [] : [link(links.stop, "Stop these messages")];
  const about = [link(links.why, "Why you get this"), link(links.settings, "Notification settings")];
  const words = [...about, ...stop].join(" · ");
  return [
    actions,
    context(shown(why, CONTEXT_MAX)),
    { type: "context", elements: [{ type: "mrkdwn", text: words, verbatim: true }] },
  ];
}

function buttons({ decidesHere, extendsHere, risk, digest: sha256, ...call }: MessageCall): Button[] {
  const about = { ...call, sha256 };
  const extend = extendsHere ? [extendButton(about)] : [];
  if (!decidesHere) return extend;
  const reject = button(about, { text: "Reject…", style: "danger", action_id: BUTTONS.reject });
  // A call of high risk is read to its end before it is approved, which only its page can show.
  if (risk === "high") return [reject, ...extend];
  return [
    button(about, { text: "Approve…", style: "primary", action_id: BUTTONS.approve }),
    reject,
    ...extend,
  ];
}

/** Which call is acted on, and in which version it was shown. */
type ShownVersion = { id: string; revision: number; sha256: string };

export const extendButton = (call: ShownVersion): Button =>
  button(call, { text: "Extend…", action_id: BUTTONS.extend });

const button = (
  { id, revision, sha256 }: ShownVersion,
  { text, ...how }: { text: string; style?: "primary" | "danger"; action_id: string },
): Button => ({ type: "button", text: plain(text), ...how, value: JSON.stringify({ id, revision, sha256 }) });

const plain = (text: string) => ({ type: "plain_text" as const, text, emoji: false });

const header = (title: string): HeaderBlock => ({
  type: "header",
  text: plain(shown(title, HEADER_MAX) || "Countersign"),
});

const context = (text: string): ContextBlock => ({
  type: "context",
  elements: [plain(shown(text, CONTEXT_MAX) || "–")],
});

const link = (url: string, words: string) => `<${escaped(url)}|${words}>`;

/** Words of others as such: a quotation. */
function quoted(text: string): RichTextBlock {
  const words = shown(text, HEADLINE_MAX) || "–";
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_quote", elements: [{ type: "text", text: words }] }],
  };
}

export function paragraph(text: string, bold = false): RichTextBlock {
  const words = { type: "text" as const, text: text || "–", ...(bold ? { style: { bold } } : {}) };
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements: [words] }] };
}

/** Text with hidden characters written out, line by line, cut to what Slack takes. */
export function shown(text: string, longest: number): string {
  return cutText(text.split("\n").map(revealedText).join("\n"), longest);
}

/** What Slack asks to be escaped wherever it reads markup. */
export const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
