import type { RiskWord } from "@/lib/core/risk";
import { cutText } from "@/lib/core/text/cut";
import type { Message } from "@/lib/notices/message";
import { paragraphsOf, type WebhookContent } from "./content";
import { NTFY_BYTES_MAX } from "./limits";

// Bodies of chat and push services, by their documentation. Texts of agents make no markup, links or mentions in them.

type Body = (content: WebhookContent, message: Message) => object;

// A text run shows no Markdown, unlike a text block.
const run = (text: string, more: object = {}) => ({ type: "TextRun", text, ...more });
const block = (inlines: readonly object[], more: object = {}) => ({
  type: "RichTextBlock",
  inlines,
  ...more,
});

/** A message with an Adaptive Card 1.4, for the “When a Teams webhook request is received” trigger. */
export const teams: Body = ({ title, outcome, headline, lines, facts, why, open }) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: [
          block([run(title, { size: "Large", weight: "Bolder" })]),
          ...(outcome === null ? [] : [block([run(outcome, { weight: "Bolder" })])]),
          ...(headline === null ? [] : [block([run(headline)])]),
          ...lines.map((line) => block([run(line)])),
          ...facts.map(({ label, value }) =>
            block([run(`${label}: `, { weight: "Bolder" }), run(value)], { spacing: "Small" }),
          ),
          block([run(why, { isSubtle: true, size: "Small" })]),
        ],
        actions: [{ type: "Action.OpenUrl", title: open.label, url: open.url }],
      },
    },
  ],
});

const PRIORITY: Readonly<Record<RiskWord, number>> = { low: 2, medium: 3, high: 4, critical: 5 };

/** ntfy's JSON form, posted to the server; a view action only opens the page. */
export const ntfy =
  (topic: string): Body =>
  (content, { call }) => ({
    topic,
    title: content.title,
    message: cutBytes(paragraphsOf(content).join("\n\n"), NTFY_BYTES_MAX),
    priority: call ? PRIORITY[call.risk] : PRIORITY.medium,
    click: content.open.url,
    actions: [{ action: "view", label: content.open.label, url: content.open.url }],
  });

export const gotify: Body = (content, { call }) => ({
  title: content.title,
  message: paragraphsOf(content).join("\n\n"),
  // 0 to 10 there.
  priority: 2 * (call ? PRIORITY[call.risk] : PRIORITY.medium) - 2,
  extras: {
    "client::display": { contentType: "text/plain" },
    "client::notification": { click: { url: content.open.url } },
  },
});

const COLOURS: Readonly<Record<RiskWord, string>> = {
  low: "#2c5f86",
  medium: "#b8860b",
  high: "#c0432d",
  critical: "#7c0f3c",
};
const colourOf = ({ call }: Message): string => (call ? COLOURS[call.risk] : "#5c6170");

/** Markdown as text. */
const literal = (text: string): string => text.replaceAll(/[\\`*_{}[\]()#+\-.!|~<>]/g, "\\$&");

export const discord: Body = (content, message) => ({
  allowed_mentions: { parse: [] },
  embeds: [
    {
      title: cutText(literal(content.title), 256),
      url: content.open.url,
      description: cutText(
        [content.outcome ?? "", content.headline ?? "", ...content.lines]
          .filter((text) => text !== "")
          .map(literal)
          .join("\n\n"),
        4_096,
      ),
      color: Number.parseInt(colourOf(message).slice(1), 16),
      fields: content.facts.map(({ label, value }) => ({ name: label, value: literal(value), inline: true })),
      footer: { text: content.why },
    },
  ],
});

export const mattermost: Body = (content, message) => ({
  attachments: [
    {
      fallback: content.title,
      color: colourOf(message),
      title: content.title,
      title_link: content.open.url,
      text: [content.outcome ?? "", content.headline ?? "", ...content.lines]
        .filter((text) => text !== "")
        .map(literal)
        .join("\n\n"),
      fields: content.facts.map(({ label, value }) => ({ short: true, title: label, value: literal(value) })),
      footer: content.why,
    },
  ],
});

const CODES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (char) => CODES[char] ?? char);

/** A card; its texts know some HTML. */
export const googleChat: Body = (content, { key }) => ({
  cardsV2: [
    {
      cardId: key,
      card: {
        // Plain text, in which a reference to a person must not look like one either.
        header: { title: content.title.replaceAll("<", "‹").replaceAll(">", "›") },
        sections: [
          {
            widgets: [
              ...[content.outcome ?? "", content.headline ?? "", ...content.lines]
                .filter((text) => text !== "")
                .map((text) => ({ textParagraph: { text: escaped(text) } })),
              ...content.facts.map(({ label, value }) => ({
                decoratedText: { topLabel: label, text: escaped(value), wrapText: true },
              })),
              { textParagraph: { text: escaped(content.why) } },
              {
                buttonList: {
                  buttons: [{ text: content.open.label, onClick: { openLink: { url: content.open.url } } }],
                },
              },
            ],
          },
        ],
      },
    },
  ],
});

function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const bytes = Buffer.from(text).subarray(0, most);
  return cutText(text, bytes.toString("utf8").length);
}
