import type { RiskWord } from "@/lib/core/risk";
import { riskWords, unlinked } from "../message-words";
import type { MailContent } from "./content";

// Tables and inline styles, because mail programs drop the rest. The style element holds the dark colours and what a
// narrow screen needs; without it, the mail is light and still reads.

const COLOURS: Readonly<Record<RiskWord, { text: string; fill: string; border: string }>> = {
  low: { text: "#2c5f86", fill: "#ffffff", border: "#2c5f86" },
  medium: { text: "#7a5a12", fill: "#fbf1d9", border: "#fbf1d9" },
  high: { text: "#8a2c1c", fill: "#fbe8e3", border: "#8a2c1c" },
  critical: { text: "#ffffff", fill: "#7c0f3c", border: "#7c0f3c" },
};

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{color:#3a4fc4}
@media (max-width:480px){.outer{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}
.pad{padding-left:20px!important;padding-right:20px!important}.name{width:auto!important;display:block!important;padding-bottom:0!important}
.value{display:block!important;padding-top:0!important}.button{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.page{background:#0e1016!important}.card{background:#16181f!important;border-color:#323641!important}
.fg{color:#eef0f4!important}.muted{color:#b1b5c0!important}.line{border-color:#323641!important}.sunken{background:#101219!important}
a{color:#9fb0ff!important}.button{background:#9fb0ff!important;color:#12141b!important}
.low{background:#16181f!important;color:#8fc4ef!important;border-color:#8fc4ef!important}
.medium{background:#3a3013!important;color:#f6e6b2!important;border-color:#3a3013!important}
.high{background:#43201a!important;color:#ffae99!important;border-color:#ffae99!important}}
`.replaceAll("\n", "");

const CODES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => CODES[char] ?? char);

/** Foreign text: no markup, no links, and its direction ends where it ends. */
const foreign = (text: string): string => `<bdi>${escaped(unlinked(text))}</bdi>`;

const link = (url: string, label: string, rest = ""): string =>
  `<a href="${escaped(url)}"${rest}>${escaped(label)}</a>`;

/** The HTML part. */
export function htmlOf(content: MailContent): string {
  const { title, risk, headline, outcome, lines, facts, items, open } = content;
  const body = [
    risk === null ? "" : chip(risk),
    `<h1 class="fg" style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:650;color:#1b1d26">${foreign(title)}</h1>`,
    outcome === null ? "" : paragraph(`<strong>${foreign(outcome)}</strong>`),
    headline === null ? "" : quoted(outcome === null ? "What will happen" : "The call", headline),
    ...lines.map((line) => paragraph(foreign(line))),
    facts.length === 0 ? "" : factTable(facts),
    items.length === 0 ? "" : itemList(items),
    `<p style="margin:20px 0 0">${link(open.url, open.label, BUTTON)}</p>`,
  ].join("");
  return page(title, `${body}${foot(content)}`);
}

const BUTTON =
  ' class="button" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#3a4fc4;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none"';

function chip(risk: RiskWord): string {
  const { text, fill, border } = COLOURS[risk];
  return `<p style="margin:0 0 10px"><span class="${risk}" style="display:inline-block;padding:2px 8px;border:1px solid ${border};border-radius:5px;background:${fill};color:${text};font-size:13px;line-height:18px;font-weight:600">${riskWords(risk)}</span></p>`;
}

const paragraph = (html: string): string =>
  `<p class="fg" style="margin:0 0 12px;font-size:15px;line-height:22px;color:#1b1d26;overflow-wrap:anywhere">${html}</p>`;

const quoted = (label: string, headline: string): string =>
  `<p class="muted" style="margin:0 0 4px;font-size:13px;line-height:18px;color:#5c6170">${label}</p>` +
  `<p class="fg sunken" style="margin:0 0 16px;padding:12px 14px;border-radius:8px;background:#f2f3f7;font-size:16px;line-height:24px;color:#1b1d26;overflow-wrap:anywhere">${foreign(headline)}</p>`;

function factTable(facts: MailContent["facts"]): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="name muted" style="width:120px;padding:5px 12px 5px 0;font-size:14px;line-height:20px;color:#5c6170;vertical-align:top">${foreign(label)}</td>` +
      `<td class="value fg" style="padding:5px 0;font-size:14px;line-height:20px;color:#1b1d26;vertical-align:top;overflow-wrap:anywhere;word-break:break-word">${foreign(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="line" style="border-top:1px solid #e2e4ea;border-bottom:1px solid #e2e4ea;table-layout:fixed">${rows.join("")}</table>`;
}

function itemList(items: MailContent["items"]): string {
  const rows = items.map(
    ({ title, open }) =>
      `<tr><td class="line fg" style="padding:10px 0;border-top:1px solid #e2e4ea;font-size:15px;line-height:22px;color:#1b1d26;overflow-wrap:anywhere">` +
      `${foreign(title)}<br>${link(open, "Open")}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join("")}</table>`;
}

function foot({ why, links }: MailContent): string {
  const named = links.map(({ label, url }) => link(url, label)).join(" · ");
  return `<p class="muted line" style="margin:24px 0 0;padding-top:14px;border-top:1px solid #e2e4ea;font-size:13px;line-height:20px;color:#5c6170">${foreign(why)}<br>${named}</p>`;
}

function page(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">` +
    `<title>${escaped(unlinked(title))}</title><style>${STYLE}</style></head>` +
    `<body class="page" style="margin:0;background:#f7f7f9;${FONT}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>` +
    `<td class="outer" align="center" style="padding:24px 12px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:600px;border:1px solid #e2e4ea;border-radius:10px;background:#ffffff">` +
    `<tr><td class="pad" style="padding:24px 28px;text-align:left;${FONT}">${body}</td></tr></table></td></tr></table></body></html>`
  );
}
