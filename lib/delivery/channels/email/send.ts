import "server-only";
import { mailServerFrom } from "@/lib/channels/email/server";
import { sendMail } from "@/lib/channels/email/smtp";
import type { MailProblem } from "@/lib/channels/email/types";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import { NO_ANSWER, type SendResult } from "../../post";
import { traced } from "../../tracing";
import {
  destinationNow,
  opened,
  refusalOfDestination,
  type StoredDestination,
  switchOffDestination,
} from "../destination";
import { withSomethingWaiting } from "../due";
import type { Channel, ChannelOptions, LeasedDelivery, OpenChannel } from "../types";
import { PER_MAILBOX } from "./limits";
import { renderMail } from "./render";

type Address = {
  /** Of a person who can sign in. */
  person: string | null;
  destination: StoredDestination | null;
  /** The stored mail server. */
  setting: string | null;
};

/** Mails to people, and to shared addresses of a tenant. */
export const email: Channel<Address> = {
  updates: false,
  perRecipient: PER_MAILBOX,
  recipients: withSomethingWaiting("email"),
  accepts: (id) => Prisma.sql`(
    exists (select 1 from users u where u.id = ${id} and u.disabled_at is null)
    or exists (select 1 from destinations d where d.id = ${id} and d.off_at is null))`,
  address: (id) => Prisma.sql`(
    select json_build_object(
      'person', (select u.email from users u where u.id = ${id} and u.disabled_at is null),
      'destination', ${destinationNow(id)},
      'setting', (select s.sealed from channel_settings s where s.channel = 'email')))`,
  urlNow: ({ url }) => url,
  refusal: ({ recipientKind, address }) => {
    if (recipientKind === "destination") return refusalOfDestination(address.destination);
    return address.person === null ? "This person can no longer sign in. Nothing was sent." : null;
  },
  // A mail server that refuses this mail alone says nothing about the address.
  switchOff: (tx, delivery) => switchOffDestination(tx, delivery, REFUSED),
  open,
};

const REFUSED = "The mail server refused the recipient.";

function open({ allow, resolve }: ChannelOptions): OpenChannel<Address> {
  return {
    send: (delivery, signal) =>
      traced("SMTP mail", delivery, () => send(delivery, { allow, ...(resolve ? { resolve } : {}), signal })),
    close: async () => undefined,
  };
}

type Options = Parameters<typeof sendMail>[2];

async function send(delivery: LeasedDelivery<Address>, options: Options): Promise<SendResult> {
  const { message, address } = delivery;
  const to = addressee(delivery);
  const inForce = mailServerFrom(address.setting);
  if (!message) return { ...NO_ANSWER, error: "There is nothing to be sent. Nothing was sent." };
  if (to === null) return { ...NO_ANSWER, error: UNREADABLE };
  if (inForce.kind === "unset") return { ...NO_ANSWER, error: UNSET };
  if (inForce.kind === "unreadable") return { ...NO_ANSWER, error: UNREADABLE };
  return sendMessage(inForce, message, to, options);
}

const UNSET = "No mail server is set up. Nothing was sent; set one up under Settings, Channels, E-mail.";
const UNREADABLE =
  "The stored mail settings cannot be read with this AUTH_SECRET. Nothing was sent; start with the AUTH_SECRET they were stored with, or store them again.";

/** One attempt at one mail. */
export async function sendMessage(
  inForce: Parameters<typeof sendMail>[0],
  message: Message,
  to: string,
  options: Options,
): Promise<SendResult> {
  const mail = renderMail(message, domainOf(inForce.server.from));
  const requestHeaders = { "message-id": mail.messageId, subject: mail.subject };
  const began = performance.now();
  const outcome = await sendMail(inForce, { ...mail, to }, options);
  const attempt = { ...NO_ANSWER, requestHeaders, durationMs: Math.round(performance.now() - began) };
  if ("words" in outcome) return { ...attempt, ...refused(outcome) };
  return { ...attempt, status: 250, responseBody: outcome.reply, remote: { messageId: mail.messageId } };
}

/** 5xx to a recipient or a mail ends it. Refused credentials and senders are configuration, which people mend. */
const refused = ({ words, code, isPermanent }: MailProblem) => ({
  status: code,
  error: words,
  isGone: isPermanent,
});

const domainOf = (from: string): string => from.slice(from.lastIndexOf("@") + 1).replace(/>$/, "");

function addressee({ recipientKind, address }: LeasedDelivery<Address>): string | null {
  if (recipientKind !== "destination") return address.person;
  const { to } = (opened(address.destination) ?? {}) as { to?: unknown };
  return typeof to === "string" ? to : null;
}
