import "server-only";
import { recordActivity } from "@/lib/activity/record";
import { getStoredDestination } from "@/lib/channels/destinations/queries";
import { readMailServer } from "@/lib/channels/email/server";
import { change, read } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { NO_TENANT, type UserScope } from "@/lib/core/scope";
import { type Destination, Prisma } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import type { SendResult } from "../post";
import { sendMessage } from "./email/send";
import { ANSWER_CHARACTERS } from "./message-words";
import { channelOf } from "./registry";
import type { ChannelName, LeasedDelivery } from "./types";

// A person who sets up a channel sees at once whether it works, in the provider's own words.

/** Between two tests of the same by a person in this process, so that the button sends no masses. */
const PAUSE_MS = 2 * SECOND_MS;
const TESTERS_MAX = 1_000;

const lastTests = new Map<string, number>();

/**
 * Sends a test mail to the caller's own address, with the mail server in force.
 * @returns the server's reply
 * @throws DomainError CONFLICT with the reason if it was not taken, RATE_LIMITED
 */
export async function sendTestMail(scope: UserScope): Promise<{ to: string; reply: string }> {
  assertPause(scope, "mail");
  const inForce = await readMailServer();
  if (inForce.kind !== "set") {
    throw new DomainError(
      "CONFLICT",
      inForce.kind === "unset"
        ? "No mail server is set up. Nothing was sent; an administrator sets one up."
        : "The stored mail settings cannot be read with this AUTH_SECRET. Nothing was sent; store them again.",
    );
  }
  const { email: to } = scope.actor;
  const message = testMessage(new Date(), { id: NO_TENANT, key: "", name: "" });
  const options = { allow: env().callbackAllowCidrs, signal: new AbortController().signal };
  return { to, reply: answered(await sendMessage(inForce, message, to, options)) };
}

/**
 * Sends a test message to a destination, also if it is switched off.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT with the reason if it was not taken, RATE_LIMITED
 */
export async function testDestination(
  scope: UserScope,
  which: { tenant: string; id: string },
): Promise<{ reply: string }> {
  const { row, tenant } = await getStoredDestination(scope, which);
  assertPause(scope, row.id);
  const channel = channelOf(row);
  const id = Prisma.sql`${row.id}::uuid`;
  const [found] = await read(
    scope,
    (tx) => tx.$queryRaw<{ address: unknown; at: Date }[]>`
      select ${channel.address(id)} as address, clock_timestamp() as at`,
  );
  if (!found) throw new Error("the destination was not read");
  const open = channel.open({ allow: env().callbackAllowCidrs });
  try {
    const delivery = testDelivery(row, found.address, testMessage(found.at, tenant));
    const result = await open.send(delivery, new AbortController().signal);
    const subject = { kind: "destination", id: row.id, tenantId: tenant.id };
    const details = { error: result.error };
    await change(scope, (tx) => recordActivity(tx, scope, "destination.tested", subject, details));
    return { reply: answered(result) };
  } finally {
    await open.close();
  }
}

function assertPause({ actor }: UserScope, what: string): void {
  const id = `${actor.id} ${what}`;
  const now = performance.now();
  const last = lastTests.get(id);
  if (last !== undefined && now - last < PAUSE_MS) {
    throw new DomainError("RATE_LIMITED", "You tested a moment ago. Nothing was sent; wait 2 seconds.", {
      retryAfter: 2,
    });
  }
  if (lastTests.size >= TESTERS_MAX) lastTests.clear();
  lastTests.set(id, now);
}

/** What the other side said, in a line. */
function answered({ status, error, responseBody }: SendResult): string {
  if (error !== null) throw new DomainError("CONFLICT", error);
  const said = (responseBody ?? "").replaceAll(/\s+/g, " ").trim();
  return said === "" ? `Status ${status}` : said.slice(0, ANSWER_CHARACTERS).toWellFormed();
}

function testMessage(at: Date, tenant: Message["tenant"]): Message {
  const id = newId();
  const { PUBLIC_URL } = env();
  const settings = `${PUBLIC_URL}/settings/profile/notifications`;
  return {
    ...{ id: `${id}.1`, key: id, version: 1, kind: "test", tenant },
    title: "Test notification from Countersign",
    lines: ["Notifications arrive here. There is nothing to decide."],
    ...{ call: null, items: [], why: "A person sent this test in the settings." },
    links: { open: PUBLIC_URL, why: settings, settings, stop: null },
    ...{ zone: "UTC", at, isClosed: false, remote: null, parent: null, isUpdate: false, isRetry: false },
  };
}

function testDelivery(
  { id, tenantId, channel }: Pick<Destination, "id" | "tenantId" | "channel">,
  address: unknown,
  message: Message,
): LeasedDelivery<never> {
  return {
    ...{ id: newId(), leaseId: newId(), tenantId, recipientKind: "destination", recipientId: id },
    ...{
      channel: channel as ChannelName,
      eventId: newId(),
      approvalId: null,
      url: "",
      body: "",
      attempts: 1,
    },
    ...{ leasedAt: message.at, firstAttemptAt: null, lostAttempts: 0, lapsed: false, doubted: false },
    ...{ traceParent: null, address: address as never, message },
  };
}
