import { riskWords, unlinked } from "../message-words";
import type { MailContent } from "./content";

const RULE = "-- ";

/** The plain part. Only our own links can be followed. */
export function textOf({
  title,
  risk,
  outcome,
  headline,
  lines,
  facts,
  items,
  open,
  why,
  links,
}: MailContent): string {
  const parts = [
    unlinked(title),
    outcome === null ? [] : unlinked(outcome),
    headline === null
      ? []
      : [
          risk === null ? [] : `${riskWords(risk)}. ${outcome === null ? "What will happen" : "The call"}:`,
          unlinked(headline),
        ].flat(),
    lines.map(unlinked),
    facts.map(({ label, value }) => `${unlinked(label)}: ${unlinked(value)}`),
    items.map((item) => `* ${unlinked(item.title)}\n  ${item.open}`),
    [`${open.label}:`, open.url],
  ];
  const body = parts.map((part) => [part].flat().join("\n")).filter((part) => part !== "");
  const foot = [RULE, unlinked(why), ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n");
  return `${[...body, foot].join("\n\n")}\n`;
}
