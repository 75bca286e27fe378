import type { ActivityEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import type { PeopleChannel } from "@/lib/notices/types";
import type { Resolve } from "../connect";
import type { SendResult } from "../post";

/** A channel for deliveries. The bell is not one: it reads the queue. */
export type ChannelName = "callback" | PeopleChannel;

type RecipientKind = "gateway" | "user" | "destination";

/** A recipient of a notice on a channel. */
export type Recipient = {
  kind: RecipientKind;
  id: string;
  channel: ChannelName;
  /** The recipient's address on the channel. */
  url: string;
};

export type LeasedDelivery<Address = unknown> = {
  id: string;
  leaseId: string;
  tenantId: string;
  recipientKind: RecipientKind;
  recipientId: string;
  channel: ChannelName;
  eventId: string;
  approvalId: string | null;
  url: string;
  body: string;
  /** Attempts of this run, including the next one. */
  attempts: number;
  /** The database's clock at the claim. */
  leasedAt: Date;
  /** Start of this run's first attempt; null if that comes next. */
  firstAttemptAt: Date | null;
  /** Attempts of this run that ended with their worker. */
  lostAttempts: number;
  /** Whether its content is no longer usable. */
  lapsed: boolean;
  /** Whether its content has to be verified before sending. */
  doubted: boolean;
  /** The W3C `traceparent` to continue. */
  traceParent: string | null;
  /** The channel's data about the recipient at lease time. */
  address: Address;
  /** What is sent to people; null for callbacks, whose `body` is sent. */
  message: Message | null;
};

export type ChannelOptions = {
  allow: readonly string[];
  resolve?: Resolve;
  /** Milliseconds for the recipient's answer; default is the channel's limit. */
  answerMs?: number;
};

export type OpenChannel<Address = unknown> = {
  /** One attempt. Errors of network and recipient are in the result, never thrown. */
  send(delivery: LeasedDelivery<Address>, signal: AbortSignal): Promise<SendResult>;
  close(): Promise<void>;
};

/**
 * How notices reach one kind of recipient. Leases, schedule, attempts, replay and log are shared.
 */
export type Channel<Address = unknown> = {
  /** Whether a sent message is updated when its call is decided, expires or is withdrawn. */
  updates: boolean;
  /** Whether this recipient takes updates, if not all recipients of the channel do. */
  takesUpdates?(delivery: LeasedDelivery<Address>): boolean;
  /** Concurrent sends to one recipient over all workers. */
  perRecipient: number;
  recipients: Prisma.Sql;
  /** SQL condition: the recipient with this id accepts notices now. Others get none. */
  accepts(id: Prisma.Sql): Prisma.Sql;
  address(id: Prisma.Sql): Prisma.Sql;
  /** Target of this delivery; its own `url` unless the recipient moved. */
  urlNow(delivery: LeasedDelivery<Address>): string;
  /** Why this delivery can never be sent; null if it can. A callback fails then, a message to people is withdrawn. */
  refusal(delivery: LeasedDelivery<Address>): string | null;
  /**
   * Disables the recipient at its own request.
   * @returns audit entries
   */
  switchOff(tx: Tx, delivery: LeasedDelivery<Address>): Promise<ActivityEntry[]>;
  open(options: ChannelOptions): OpenChannel<Address>;
};
