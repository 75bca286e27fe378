import type { RiskWord } from "@/lib/core/risk";
import type { Message, MessageFact } from "@/lib/notices/message";
import { factsOf, oneLine } from "../message-words";
import { FACT_CHARACTERS, FACTS_SHOWN, ITEMS_SHOWN, SENTENCE_CHARACTERS } from "./limits";

/** What a mail says, in its order, for the plain and the HTML part. Texts are on one line; links are ours. */
export type MailContent = {
  title: string;
  risk: RiskWord | null;
  /** How it ended; null while it waits. */
  outcome: string | null;
  headline: string | null;
  lines: readonly string[];
  facts: readonly MessageFact[];
  /** Of a digest. */
  items: readonly { title: string; open: string }[];
  open: { label: string; url: string };
  why: string;
  links: readonly { label: string; url: string }[];
};

export function contentOf(message: Message): MailContent {
  const { call, kind, links, tenant } = message;
  const said = (text: string) => oneLine(text, SENTENCE_CHARACTERS);
  return {
    title: said(message.title),
    risk: call?.risk ?? null,
    outcome: call?.outcome ? said(call.outcome) : null,
    headline: call ? said(call.headline) : null,
    lines: message.lines.map(said),
    facts: call
      ? [
          ...factsOf(call, FACTS_SHOWN, FACT_CHARACTERS),
          { label: "Tenant", value: oneLine(tenant.name, FACT_CHARACTERS) },
        ]
      : [],
    items: itemsOf(message),
    open: { label: BUTTONS[kind] ?? (call ? "Open the call" : "Open"), url: links.open },
    why: said(message.why),
    links: [
      { label: "Why you got this", url: links.why },
      { label: "Notification settings", url: links.settings },
      ...(links.stop === null ? [] : [{ label: "Stop these mails", url: links.stop }]),
    ],
  };
}

const BUTTONS: Partial<Record<Message["kind"], string>> = {
  digest: "Open the queue",
  review: "Open the review",
  weekly: "Open the week",
  offender: "Open the callers",
  test: "Open Countersign",
};

function itemsOf({ items, links }: Message): MailContent["items"] {
  const shown = items.slice(0, ITEMS_SHOWN).map(({ title, open }) => ({
    title: oneLine(title, SENTENCE_CHARACTERS),
    open,
  }));
  const left = items.length - shown.length;
  return left > 0 ? [...shown, { title: `${left} more`, open: links.open }] : shown;
}
