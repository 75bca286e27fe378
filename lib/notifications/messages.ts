import "server-only";
import type { Tx } from "@/lib/core/db";
import type { LeasedDelivery } from "@/lib/delivery/channels/types";
import type { Approval, Notification } from "@/lib/generated/prisma/client";
import type { Message, MessageItem } from "@/lib/notices/message";
import type { NoticeKind } from "@/lib/notices/types";
import { loadPlace, messageCall, NOTHING_HERE, oneLine } from "./call-facts";
import { doneInSlack } from "./in-slack";
import {
  callLink,
  offendersLink,
  queueLink,
  reviewLink,
  samplesLink,
  settingsLink,
  undeliveredLink,
  weeklyLink,
  whyLink,
} from "./links";
import { openReviews } from "./open-reviews";
import { isAsking } from "./rules";
import { stopLink } from "./stop-links";
import { isPersonal } from "./types";
import { weeklyLines } from "./weekly-lines";
import { type Why, whyWords } from "./why";
import { callTitle, ENDED, leftWords, momentWords } from "./words";

/** What all messages of a delivery share. */
export type Composing = {
  delivery: LeasedDelivery;
  zone: string;
  at: Date;
  version: number;
  remote: unknown;
  parent: unknown;
  isUpdate: boolean;
  isRetry: boolean;
  /** Several in one message, or what is left of them. */
  isList: boolean;
};

type Said = { row: Notification; call: Approval | null };

/** The message of one notification, or of several that were collected for one recipient. */
export async function messageOf(tx: Tx, composing: Composing, said: readonly Said[]): Promise<Message> {
  const [first] = said;
  if (!first) throw new Error("a message needs a notification");
  if (!composing.isList) return single(tx, composing, first);
  const { tenant } = await loadPlace(tx, first.row.tenantId, null);
  const items = said.map(({ row, call }) => itemOf(row, call, tenant.key, composing));
  const isClosed = said.every(({ call }) => call !== null && call.decision !== "pending");
  return {
    ...shared(composing, first.row, tenant),
    key: composing.delivery.id,
    kind: "digest",
    title: `${said.length} ${said.length === 1 ? "notification" : "notifications"} from ${tenant.name}`,
    lines: [],
    call: null,
    items,
    isClosed,
    links: { ...linksOf(first.row), open: queueLink(), stop: null },
  };
}

/** The end of a message that its recipient may not read on. It says nothing of the call. */
export async function overMessage(tx: Tx, composing: Composing, row: Notification): Promise<Message> {
  const { tenant } = await loadPlace(tx, row.tenantId, null);
  const { isList, delivery } = composing;
  const kind = row.kind as NoticeKind;
  return {
    ...shared(composing, row, tenant),
    key: !isList && isAsking(kind) && row.approvalId ? row.approvalId : delivery.id,
    kind,
    title: isList ? "These calls are no longer for you" : "This call is no longer for you",
    lines: [`You cannot decide ${isList ? "them" : "it"} any more.`],
    call: null,
    items: [],
    isClosed: true,
    links: { ...linksOf(row), open: queueLink(), stop: null },
  };
}

function itemOf(
  row: Notification,
  call: Approval | null,
  tenant: string,
  { zone, at }: Composing,
): MessageItem {
  const facts = call && messageCall(call, { gateway: "", zone });
  const title = titleOf(row.kind as NoticeKind, row, { call, at });
  const headline = facts ? `${title}. ${facts.outcome ?? facts.headline}` : title;
  return { title: headline, risk: call?.risk ?? null, tenant, open: openLink(row, call) };
}

async function single(tx: Tx, composing: Composing, { row, call }: Said): Promise<Message> {
  const { zone } = composing;
  const { tenant, gateway } = await loadPlace(tx, row.tenantId, call?.gatewayId ?? gatewayOf(row));
  const kind = row.kind as NoticeKind;
  const here =
    row.channel === "slack" && call && isAsking(kind) ? await doneInSlack(tx, row, call) : NOTHING_HERE;
  const about = call && messageCall(call, { gateway, here, zone });
  return {
    ...shared(composing, row, tenant),
    key: isAsking(kind) && call ? call.id : composing.delivery.id,
    kind,
    title: titleOf(kind, row, { call, at: composing.at, gateway }),
    lines: await linesOf(tx, row, { call, zone, at: composing.at, gateway, tenant: tenant.name }),
    call: about,
    items: [],
    isClosed: isAsking(kind) && about !== null && about.outcome !== null,
    links: linksOf(row, call),
  };
}

function shared(
  { delivery, version, remote, parent, isUpdate, isRetry, zone, at }: Composing,
  row: Notification,
  tenant: Message["tenant"],
) {
  const why = whyWords(row.why as Why, tenant.name);
  return {
    id: `${delivery.id}.${version}`,
    version,
    remote,
    parent,
    isUpdate,
    isRetry,
    zone,
    at,
    tenant,
    why,
  };
}

function linksOf(row: Notification, call: Approval | null = null): Message["links"] {
  const kind = row.kind as NoticeKind;
  const stop =
    row.recipientKind === "user" && isPersonal(row.channel)
      ? stopLink(row.recipientId, kind, row.channel)
      : null;
  return { open: openLink(row, call), why: whyLink(row.id), settings: settingsLink(), stop };
}

function openLink({ kind }: Notification, call: Approval | null): string {
  if (kind === "review") return call ? reviewLink(call.id) : samplesLink();
  if (call) return callLink(call.id);
  if (kind === "offender") return offendersLink();
  return kind === "weekly" ? weeklyLink() : undeliveredLink();
}

const gatewayOf = ({ details }: Notification): string | null => {
  const { gateway_id: id } = details as { gateway_id?: unknown };
  return typeof id === "string" ? id : null;
};

type Place = { call: Approval | null; at: Date; gateway?: string };

function titleOf(kind: NoticeKind, row: Notification, { call, at, gateway }: Place): string {
  const tool = call
    ? callTitle({
        risk: call.risk,
        provider: oneLine(call.provider ?? "no provider"),
        tool: oneLine(call.tool),
      })
    : "";
  if (call && isAsking(kind) && call.decision !== "pending") return `${tool} ${ENDED[call.decision]}`;
  if (call && isAsking(kind) && call.releaseAt !== null)
    return `${tool} is approved, and held before its release`;
  switch (kind) {
    case "waits":
      return `${tool} is waiting`;
    case "reminder":
      return call ? `${tool} expires in ${leftWords(call.decideBy.getTime() - at.getTime())}` : tool;
    case "escalated":
      return `${tool} was escalated to you`;
    case "decided":
      return call && call.decision !== "pending" ? `${tool} ${ENDED[call.decision]}` : `${tool} was decided`;
    case "expired":
      return `${tool} expired undecided`;
    case "failed":
      return call?.execution === "unknown"
        ? `${tool} ran with an unknown outcome`
        : `${tool} failed after approval`;
    case "review":
      return call
        ? `${tool} was approved by break-glass and needs a review`
        : "Calls that ran without a person wait for a review";
    case "undelivered":
      return call
        ? `${tool}: the gateway could not be notified`
        : `The gateway ${gateway ?? ""} could not be notified`;
    case "offender":
      return `${callerOf(row)} sends calls without a rationale`;
    case "weekly":
      return "Your week in Countersign";
  }
}

const ALONE =
  "One person approved it alone, past what its policy asks for. Another person has to review that.";

const sampleWords = (open: number) =>
  open === 1
    ? "One call is drawn from what policies, rules and settings let through. Please check whether it should have waited."
    : `${open} calls are drawn from what policies, rules and settings let through. Please check whether they should have waited.`;

const callerOf = ({ details }: Notification): string => {
  const { agent } = details as { agent?: unknown };
  return typeof agent === "string" && agent !== "" ? oneLine(agent) : "A caller without a name";
};

async function linesOf(
  tx: Tx,
  row: Notification,
  { call, zone, at, gateway, tenant }: Place & { zone: string; gateway: string; tenant: string },
): Promise<string[]> {
  const kind = row.kind as NoticeKind;
  const till = call && momentWords(call.decideBy, zone, at);
  switch (kind) {
    case "waits":
    case "reminder":
    case "escalated":
      return [`It waits until ${till}. Without a decision by then it expires, which counts as a rejection.`];
    case "decided":
    case "expired":
      return [];
    case "failed":
      return [
        "It was approved, and its gateway reports that it did not succeed. What it has done already is on its page.",
      ];
    case "review":
      return [call ? ALONE : sampleWords(await openReviews(tx, row))];
    case "undelivered":
      return [
        `Countersign gave up notifying the gateway ${gateway} after many attempts. The decision has no effect there until the delivery is replayed.`,
      ];
    case "offender": {
      const { calls, day } = row.details as { calls?: number; day?: string };
      return [
        `On ${day ?? "this day"} it sent ${calls ?? "some"} ${calls === 1 ? "call" : "calls"} without a rationale through the gateway ${gateway}. After the grace period such calls are refused.`,
      ];
    }
    case "weekly":
      return weeklyLines(tx, row.tenantId, { until: at, tenant });
  }
}
