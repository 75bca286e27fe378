import type { ActivityEntry } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import type { Delivery, Prisma } from "@/lib/generated/prisma/client";
import type { Audience } from "@/lib/notices/notices";
import type { Resolve } from "../connect";
import type { SendResult } from "../post";

/** A channel that deliveries can name. The bell is not one: it reads what waits. */
export type ChannelName = Exclude<keyof Audience, "bell">;

type RecipientKind = "gateway";

/** Who receives a notice, and how. */
export type Recipient = {
  kind: RecipientKind;
  id: string;
  channel: ChannelName;
  /** The recipient's address on the channel. */
  url: string;
};

/** A delivery that this worker holds until its lease ends. */
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
  /** Attempts of this run, the coming one included. */
  attempts: number;
  /** The database's clock at the claim. */
  leasedAt: Date;
  /** When this run's first attempt started; null when it is the coming one. */
  firstAttemptAt: Date | null;
  /** How many attempts of this run ended with their worker. */
  lostAttempts: number;
  /** Whether what it tells can be used no more. */
  lapsed: boolean;
  /** Whether it has to be asked once more if what it tells is still so. */
  doubted: boolean;
  /** The W3C `traceparent` that it continues. */
  traceParent: string | null;
  /** What its channel knows of the recipient at the time of the lease. */
  address: Address;
};

export type ChannelOptions = {
  /** Private ranges that may be called, as CIDRs. */
  allow: readonly string[];
  resolve?: Resolve;
  /** Milliseconds that a recipient has for its answer; the channel's own limit unless given. */
  answerMs?: number;
};

/** A channel as one worker process holds it open. */
export type OpenChannel<Address = unknown> = {
  /** One attempt. Errors of the network and of the recipient are in the result, never thrown. */
  send(delivery: LeasedDelivery<Address>, signal: AbortSignal): Promise<SendResult>;
  /** Cuts what is still open. */
  close(): Promise<void>;
};

/** How notices reach one kind of recipient. Leases, schedule, attempts, replay and the log serve every channel. */
export type Channel<Address = unknown> = {
  /** Sends to one recipient at once, over all workers. */
  perRecipient: number;
  /** A query for the ids of every recipient. */
  recipients: Prisma.Sql;
  /** A condition: the recipient with this id accepts notices now. Others are owed none. */
  accepts(id: Prisma.Sql): Prisma.Sql;
  /** An expression for the `address` of the recipient with this id, as JSON. */
  address(id: Prisma.Sql): Prisma.Sql;
  /** Where to send this delivery now; its own `url` unless the recipient has moved. */
  urlNow(delivery: LeasedDelivery<Address>): string;
  /** Why this delivery can never be sent, in words; null if it can. */
  refusal(delivery: LeasedDelivery<Address>): string | null;
  /**
   * Where a finished delivery is sent again.
   * @throws DomainError CONFLICT if the recipient cannot be reached
   */
  replayUrl(tx: Tx, delivery: Delivery): Promise<string>;
  /** Records that the recipient wants no more. @returns what the trail says of it */
  switchOff(tx: Tx, delivery: LeasedDelivery<Address>): Promise<ActivityEntry[]>;
  open(options: ChannelOptions): OpenChannel<Address>;
};
