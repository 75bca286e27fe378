import type { JsonNode } from "@/lib/core/json/parse";
import type { ObjectNode } from "../nodes";
import type { LinkReader } from "./links";
import { HTML_CHARS_MAX, readMailHtml } from "./mail-html";
import { type CallHints, MAIL_NAME, plainName } from "./names";
import { topOf } from "./tops";
import type { Mail, MailAddress, MailAddresses } from "./types";

const named = (...names: string[]) => new Set(names);

const ADDRESSES = [
  { label: "From", names: named("from", "sender", "fromemail", "fromaddress") },
  {
    label: "To",
    names: named(
      "to",
      "recipients",
      "recipient",
      "torecipients",
      "toemail",
      "toemails",
      "toaddress",
      "toaddresses",
    ),
  },
  { label: "Cc", names: named("cc", "ccrecipients", "ccemails", "ccaddresses") },
  { label: "Bcc", names: named("bcc", "bccrecipients", "bccemails", "bccaddresses") },
  { label: "Reply to", names: named("replyto", "replytoaddress", "replytoaddresses") },
] as const;

const SUBJECT = named("subject", "subjectline", "emailsubject");
const TEXT = named("text", "textbody", "bodytext", "plaintext", "textcontent", "body", "message", "content");
const HTML = named("html", "htmlbody", "bodyhtml", "htmlcontent", "htmltext");
const ATTACHMENTS = named("attachments", "attachment", "files");

const ADDRESSES_SHOWN = 20;
const ATTACHMENTS_SHOWN = 20;
const DOMAINS_SHOWN = 5;

const ADDRESS = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/;
const LOOKS_HTML = /<(?:!doctype|html|body|p|div|table|br|h[1-6]|span|a|ul|ol|img|b|strong)\b[^>]*>/i;

/** What an object that is a mail holds; null for any other object. */
export function readMail(node: ObjectNode, call: CallHints, links: LinkReader): Mail | null {
  const used = new Set<string>();
  const take = (names: ReadonlySet<string>) => {
    const found = node.members.find(({ key }) => names.has(plainName(key)) && !used.has(key));
    if (found) used.add(found.key);
    return found?.value ?? null;
  };
  const lists = ADDRESSES.map(({ label, names }) => ({ label, found: addressesOf(take(names)) }));
  const subject = stringOf(take(SUBJECT));
  const written = { html: stringOf(take(HTML)), text: bodyOf(take(TEXT)) };
  if (
    !isMail(
      lists.flatMap(({ found }) => found),
      { subject, ...written },
      call,
    )
  )
    return null;
  const attachments = attachmentsOf(take(ATTACHMENTS));
  const isMarkup = written.text !== null && written.html === null && LOOKS_HTML.test(written.text);
  const source = written.html ?? (isMarkup ? written.text : null);
  const text = isMarkup ? null : written.text;
  if (text !== null) links.text(text);
  return {
    addresses: lists.filter(({ found }) => found.length > 0).map(({ label, found }) => listOf(label, found)),
    subject,
    text,
    html: source === null ? null : htmlOf(source, links),
    attachments,
    others: node.members.map(({ key }) => key).filter((key) => !used.has(key)),
  };
}

type Body = { subject: string | null; html: string | null; text: string | null };

/** A mail has an address, and a subject; a tool for mails may leave the subject out. */
function isMail(all: readonly MailAddress[], { subject, html, text }: Body, call: CallHints): boolean {
  if (!all.some(({ address }) => address !== null)) return false;
  if (subject !== null) return true;
  return (html ?? text) !== null && MAIL_NAME.test(`${call.provider ?? ""} ${call.tool}`);
}

function htmlOf(source: string, links: LinkReader): Mail["html"] {
  if (source.length > HTML_CHARS_MAX) {
    links.text(source);
    return "long";
  }
  const { html, anchors, text } = readMailHtml(source);
  for (const anchor of anchors) links.anchor(anchor);
  links.text(text);
  return html;
}

const stringOf = (node: JsonNode | null) => (node?.kind === "string" ? node.value : null);

/** A text, or the object that Microsoft Graph wraps around it. */
function bodyOf(node: JsonNode | null): string | null {
  if (node?.kind !== "object") return stringOf(node);
  return stringOf(node.members.find(({ key }) => plainName(key) === "content")?.value ?? null);
}

function addressesOf(node: JsonNode | null): MailAddress[] {
  if (node?.kind === "string") return splitList(node.value).map(addressOf);
  if (node?.kind === "array") return node.items.flatMap(addressesOf);
  if (node?.kind !== "object") return [];
  const at = (name: string) => node.members.find(({ key }) => plainName(key) === name)?.value ?? null;
  const inner = at("emailaddress");
  if (inner?.kind === "object") return addressesOf(inner);
  const address = stringOf(at("email")) ?? stringOf(at("address")) ?? stringOf(inner);
  if (address === null) return [];
  const name = stringOf(at("name")) ?? stringOf(at("displayname"));
  return [addressOf(name ? `${name} <${address}>` : address)];
}

/** Splits at commas and semicolons outside quotes. */
function splitList(text: string): string[] {
  const parts = text.match(/(?:"[^"]*"|[^",;])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function addressOf(shown: string): MailAddress {
  const inner = /<([^<>]*)>\s*$/.exec(shown)?.[1] ?? shown;
  const address = inner.trim();
  return { shown, address: ADDRESS.test(address) ? address : null };
}

function listOf(label: string, found: readonly MailAddress[]): MailAddresses {
  const domains = found.flatMap(({ address }) =>
    address === null ? [] : [address.slice(address.lastIndexOf("@") + 1).toLowerCase()],
  );
  const { top, distinct } = topOf(domains, DOMAINS_SHOWN);
  return {
    label,
    first: found.slice(0, ADDRESSES_SHOWN),
    count: found.length,
    domains: found.length > 1 && distinct > 0 ? top : [],
  };
}

function attachmentsOf(node: JsonNode | null): string[] {
  if (node?.kind !== "array") return [];
  return node.items.slice(0, ATTACHMENTS_SHOWN).map((item) => {
    if (item.kind === "string") return item.value.slice(0, 200);
    const name = item.kind === "object" && item.members.find(({ key }) => /name|path|url/i.test(key))?.value;
    return (name && name.kind === "string" && name.value.slice(0, 200)) || "unnamed";
  });
}

/** What about the mail a reader might not see. */
export function mailWarnings({ addresses, html }: Mail): string[] {
  const found: string[] = [];
  for (const { first } of addresses)
    for (const { shown, address } of first) {
      const name = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/.exec(shown.replace(/<[^<>]*>\s*$/, ""))?.[0];
      if (name && address && name.toLowerCase() !== address.toLowerCase())
        found.push(`The name shows ${name}, but the address is ${address}.`);
    }
  if (html && html !== "long" && html.hiddenTexts > 0)
    found.push(
      `The mail’s HTML hides ${html.hiddenTexts === 1 ? "a text" : `${html.hiddenTexts} texts`} from its readers.`,
    );
  return found;
}
