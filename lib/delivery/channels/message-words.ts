import type { RiskWord } from "@/lib/core/risk";
import { cutText } from "@/lib/core/text/cut";
import { revealedText } from "@/lib/core/text/reveal";
import type { MessageCall, MessageFact } from "@/lib/notices/message";

// Texts of messages, for channels that put them into mails and web requests. Agents wrote parts of all of them.

/** Shown of what the other side answered. */
export const ANSWER_CHARACTERS = 300;

const RISKS: Readonly<Record<RiskWord, string>> = {
  low: "Low risk",
  medium: "Medium risk",
  high: "High risk",
  critical: "Critical risk",
};

export const riskWords = (risk: RiskWord): string => RISKS[risk];

// Composed texts have most hidden characters written out already. These escapes stay as they are.
const ESCAPES = /(⟨(?:U\+[0-9A-F]{4,6}|TAB|LF|CR|SP)⟩)/;

/** One line without invisible characters, cut at `longest`. */
export function oneLine(text: string, longest: number): string {
  const parts = text.replaceAll(/\s+/g, " ").trim().split(ESCAPES);
  const shown = parts.map((part, at) => (at % 2 === 1 ? part : revealedText(part))).join("");
  return cutText(shown, longest);
}

// Mail programs and chats make links of what looks like an address. A zero-width space in it prevents that.
const LINKED = /(?<=[\p{L}\p{N}_-])[.@](?=[\p{L}\p{N}])|:(?=\/\/)|(?<=mailto|tel|xmpp|sip):/giu;

/** The same text, in which no program finds an address to link or a person to mention. */
export const unlinked = (text: string): string => text.replaceAll(LINKED, "$&\u200B");

/** What a message says of its call besides its headline: tool, agent, gateway, and the call's facts. */
export function factsOf(call: MessageCall, most: number, longest: number): MessageFact[] {
  const facts: MessageFact[] = [
    ...call.facts,
    { label: "Tool", value: `${call.provider} · ${call.tool}` },
    { label: "Agent", value: call.agent === null ? "Not named" : `${call.agent} (the name it gives itself)` },
    { label: "Gateway", value: call.gateway },
  ];
  const shown = facts.map(({ label, value }) => ({
    label: oneLine(label, longest),
    value: oneLine(value, longest),
  }));
  if (shown.length <= most) return shown;
  const left = shown.length - most + 1;
  return [...shown.slice(0, most - 1), { label: "More", value: `${left} more facts on its page` }];
}
