import type { OutgoingMail } from "@/lib/channels/email/smtp";
import type { Message } from "@/lib/notices/message";
import { oneLine } from "../message-words";
import { contentOf } from "./content";
import { htmlOf } from "./html";
import { SUBJECT_CHARACTERS } from "./limits";
import { textOf } from "./text";

/**
 * A message as a mail. The subject holds no arguments, and all mails about one call are one thread.
 * @param domain of the sender, for Message-IDs
 */
export function renderMail(message: Message, domain: string): Omit<OutgoingMail, "to"> {
  const { id, call, links } = message;
  const ancestors = call ? [messageId(`call.${call.id}`, domain), ...repliedTo(message)] : [];
  const thread = { references: ancestors, inReplyTo: ancestors.at(-1) };
  const content = contentOf(message);
  return {
    messageId: messageId(id, domain),
    ...thread,
    subject: oneLine(message.title, SUBJECT_CHARACTERS),
    text: textOf(content),
    html: htmlOf(content),
    headers: {
      // RFC 3834: no out-of-office answers to these.
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(links.stop === null ? {} : stopHeaders(links.stop)),
    },
  };
}

/** Ids of ours only: letters, digits, dots and dashes. */
const messageId = (id: string, domain: string): string =>
  `<${id.replaceAll(/[^A-Za-z0-9.-]/g, "-")}@${domain}>`;

/** The mail that this one follows, if the recipient got it. */
function repliedTo({ parent }: Message): string[] {
  const { messageId: id } = (parent ?? {}) as { messageId?: unknown };
  return typeof id === "string" && /^<[\w.@-]+>$/.test(id) ? [id] : [];
}

/** RFC 8058: the address of the page, and the same under /api for the one press of a mail program. */
function stopHeaders(stop: string): Record<string, string> {
  const url = new URL(stop);
  return {
    "List-Unsubscribe": `<${url.origin}/api${url.pathname}${url.search}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
