import "server-only";
import { readList } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { PAGE_LIMIT_DEFAULT } from "@/lib/core/limits";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { PEOPLE_CHANNELS } from "@/lib/notices/types";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { assertMayAdminister } from "@/lib/tenants/rules";
import { oneLine } from "./call-facts";
import { type NotificationFilter, notificationList } from "./list";
import { getChoices } from "./preferences";
import {
  type ChannelHealth,
  isPersonal,
  type NotificationAttempt,
  type NotificationDetail,
  type NotificationRow,
} from "./types";
import { type Why, whyWords } from "./why";

type Stored = Omit<NotificationRow, "call"> & {
  failure: string | null;
  callId: string | null;
  provider: string | null;
  tool: string | null;
  risk: NonNullable<NotificationRow["call"]>["risk"] | null;
};

const ROWS = (scope: UserScope) => Prisma.sql`
  select n.id, n.kind, n.channel, n.state::text, n.reason, n.failure, case when n.state = 'queued' then n.held_until end as "heldUntil",
         n.recipient_name as recipient, n.recipient_id = ${scope.actor.id}::uuid as "isOwn", t.key as tenant,
         a.id as "callId", a.provider, a.tool, a.risk::text, n.created_at as "createdAt", n.sent_at as "sentAt",
         n.sent_version > 1 as "isUpdated"`;

const FROM = Prisma.sql`
  from notifications n join tenants t on t.id = n.tenant_id
  left join approvals a on a.tenant_id = n.tenant_id and a.id = n.approval_id`;

/** Whose notifications a person may see: their own, and as administrator everybody's of their tenants. */
const visible = (scope: UserScope, view: "mine" | "all") =>
  view === "all" && scope.actor.role === "admin"
    ? Prisma.sql`true`
    : Prisma.sql`n.recipient_id = ${scope.actor.id}::uuid`;

/** What a provider answered names hosts and accounts of the installation: administrators read it. */
const HIDDEN = "It could not be sent. An administrator sees why.";
const HIDDEN_UPDATE = "It could not be brought up to date. An administrator sees why.";

/** What failed, and why it was withdrawn or held since. */
function reasonFor({ actor }: UserScope, { state, failure, reason }: Stored): string | null {
  const hidden = state === "sent" ? HIDDEN_UPDATE : HIDDEN;
  const failed = failure === null || actor.role === "admin" ? failure : hidden;
  return [failed, reason].filter((part) => part !== null).join(" ") || null;
}

function toRow(
  scope: UserScope,
  { callId, provider, tool, risk, failure, ...stored }: Stored,
): NotificationRow {
  const row = { ...stored, reason: reasonFor(scope, { ...stored, callId, provider, tool, risk, failure }) };
  if (callId === null || tool === null || risk === null) return { ...row, call: null };
  const name = provider === null ? tool : `${provider} · ${tool}`;
  return { ...row, call: { id: callId, tool: oneLine(name), risk } };
}

/** Held and withdrawn ones were not. */
const wasMade = ({ status, durationMs }: { status: number | null; durationMs: number }) =>
  status !== null || durationMs > 0;

/**
 * The log of notifications, newest first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export function listNotifications(
  scope: UserScope,
  filter: NotificationFilter,
  limit = PAGE_LIMIT_DEFAULT,
): Promise<{ rows: NotificationRow[]; nextCursor: string | null }> {
  const after = notificationList.cursor.read(filter.cursor)?.[0] ?? null;
  const { kind, channel, state, approval } = filter;
  const is = (column: string, value: string | undefined) =>
    value === undefined ? Prisma.empty : Prisma.sql`and ${Prisma.raw(column)} = ${value}`;
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, filter.tenant);
    // Of each tenant the newest by its own key, so that several tenants cost as many short reads.
    const found = await tx.$queryRaw<Stored[]>`
      ${ROWS(scope)}
      from unnest(${tenants}::uuid[]) as scope (tenant_id) cross join lateral (
        select n.* from notifications n
        where n.tenant_id = scope.tenant_id and ${visible(scope, filter.view)}
          ${is("n.kind", kind)} ${is("n.channel", channel)} ${is("n.state::text", state)}
          ${approval === undefined ? Prisma.empty : Prisma.sql`and n.approval_id = ${approval}::uuid`}
          and (${after}::uuid is null or n.id < ${after}::uuid)
        order by n.id desc limit ${limit + 1}::int) n
      join tenants t on t.id = n.tenant_id
      left join approvals a on a.tenant_id = n.tenant_id and a.id = n.approval_id
      order by n.id desc limit ${limit + 1}::int`;
    const page = notificationList.cursor.page(found, limit, (row) => [row.id]);
    return { ...page, rows: page.rows.map((row) => toRow(scope, row)) };
  });
}

/**
 * One notification with why it was sent and its attempts, for its recipient and administrators of its tenant.
 * @throws DomainError NOT_FOUND
 */
export async function getNotification(scope: UserScope, id: string): Promise<NotificationDetail> {
  type Found = Stored & {
    why: Why;
    tenantName: string;
    attempts: (Omit<NotificationAttempt, "at"> & { at: string })[];
  };
  const row = !isId(id)
    ? undefined
    : await readList(scope, async (tx) => {
        const [found] = await tx.$queryRaw<Found[]>`
          ${ROWS(scope)}, n.why, t.name as "tenantName", (
            select coalesce(json_agg(json_build_object('at', d.started_at, 'durationMs', d.duration_ms, 'status', d.status, 'error', d.error)
                             order by d.attempt), '[]')
            from (select * from delivery_attempts d where d.tenant_id = n.tenant_id and d.delivery_id = n.delivery_id
                  order by d.attempt desc limit 20) d) as attempts
          ${FROM} where n.tenant_id = any(${[...scope.tenants]}::uuid[]) and n.id = ${id}::uuid and ${visible(scope, "all")}`;
        return found;
      });
  if (!row) throw new DomainError("NOT_FOUND", "There is no such notification, or it is not for you.");
  const { why, tenantName, attempts, ...stored } = row;
  const isOn =
    stored.isOwn && isPersonal(stored.channel)
      ? (await getChoices(scope)).channels[stored.kind].includes(stored.channel)
      : null;
  return {
    ...toRow(scope, stored),
    why: whyWords(why, oneLine(tenantName)),
    attempts: attempts.map((one) => ({
      ...one,
      at: new Date(one.at),
      error: wasMade(one) && one.error !== null && scope.actor.role !== "admin" ? HIDDEN : one.error,
    })),
    isOn,
  };
}

/**
 * How the channels did in the last 24 hours, in the tenants of an administrator.
 * @throws DomainError FORBIDDEN
 */
export async function getChannelHealth(scope: UserScope): Promise<ChannelHealth[]> {
  assertMayAdminister(scope, "see how channels are doing");
  const found = await readList(
    scope,
    (tx) => tx.$queryRaw<ChannelHealth[]>`
      select n.channel, (count(*) filter (where n.state = 'sent'))::int as sent,
             (count(*) filter (where n.state = 'queued'))::int as waiting,
             (count(*) filter (where n.state = 'queued' and n.failure is not null and n.held_until is null))::int as retried,
             (count(*) filter (where n.state = 'failed'))::int as failed,
             (array_agg(n.failure order by n.updated_at desc) filter (where n.failure is not null))[1] as "lastError"
      from notifications n
      where n.tenant_id = any(${[...scope.tenants]}::uuid[]) and n.updated_at > statement_timestamp() - interval '1 day'
        and n.channel <> 'none'
      group by n.channel`,
  );
  const none = { sent: 0, waiting: 0, retried: 0, failed: 0, lastError: null };
  return PEOPLE_CHANNELS.map(
    (channel) => found.find((one) => one.channel === channel) ?? { channel, ...none },
  );
}
