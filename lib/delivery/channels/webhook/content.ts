import type { Message, MessageFact } from "@/lib/notices/message";
import { factsOf, oneLine, riskWords, unlinked } from "../message-words";
import {
  FACT_CHARACTERS,
  FACTS_SHOWN,
  HEADLINE_CHARACTERS,
  LINE_CHARACTERS,
  LINES_SHOWN,
  TITLE_CHARACTERS,
} from "./limits";

/** What every service is given: plain texts within its limits. */
export type WebhookContent = {
  title: string;
  outcome: string | null;
  headline: string | null;
  lines: readonly string[];
  facts: readonly MessageFact[];
  /** Empty without a call, or without a name. */
  tool: string;
  provider: string;
  agent: string;
  gateway: string;
  why: string;
  open: { label: string; url: string };
};

// A service may mention people by name, also at the beginning of a text.
const unmentioned = (text: string): string => unlinked(text).replaceAll(/@(?!\u200B)/g, "@\u200B");

/** @param asWritten for programs that only store it: without zero-width spaces in addresses and mentions */
export function contentOf(
  { title, call, items, lines, why, links, kind }: Message,
  asWritten = false,
): WebhookContent {
  const said = (text: string, longest: number) =>
    asWritten ? oneLine(text, longest) : unmentioned(oneLine(text, longest));
  const all = [...lines, ...items.map((item) => item.title)].map((line) => said(line, LINE_CHARACTERS));
  const left = all.length - LINES_SHOWN;
  const facts = call
    ? [{ label: "Risk", value: riskWords(call.risk) }, ...factsOf(call, FACTS_SHOWN, FACT_CHARACTERS)]
    : [];
  return {
    title: said(title, TITLE_CHARACTERS),
    outcome: call?.outcome ? said(call.outcome, LINE_CHARACTERS) : null,
    headline: call ? said(call.headline, HEADLINE_CHARACTERS) : null,
    lines: left > 0 ? [...all.slice(0, LINES_SHOWN), `${left} more`] : all,
    facts: facts.map(({ label, value }) => ({
      label: said(label, FACT_CHARACTERS),
      value: said(value, FACT_CHARACTERS),
    })),
    tool: call ? said(call.tool, FACT_CHARACTERS) : "",
    provider: call ? said(call.provider, FACT_CHARACTERS) : "",
    agent: call?.agent ? said(call.agent, FACT_CHARACTERS) : "",
    gateway: call ? said(call.gateway, FACT_CHARACTERS) : "",
    why: said(why, LINE_CHARACTERS),
    open: {
      label: call ? "Open the call" : kind === "digest" ? "Open the queue" : "Open Countersign",
      url: links.open,
    },
  };
}

/** All but the title, in paragraphs. */
export function paragraphsOf({ outcome, headline, lines, facts, why }: WebhookContent): string[] {
  const named = facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  return [outcome ?? "", headline ?? "", lines.join("\n"), named, why].filter((text) => text !== "");
}
