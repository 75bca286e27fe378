import { seesTenant } from "@/lib/auth/mentions/queries";
import { handlesOf } from "@/lib/auth/mentions/rules";
import { read, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { issueRef, mayAnswer } from "../rules";
import { commentList } from "./list";
import type { CommentPage, CommentRow, Mentionable, Mentions } from "./types";

const COMMENTS_PAGE = 50;

const UNSEEN_MAX = 100;
const UNSEEN_SHOWN = 5;

// Suggestions while typing; others can be mentioned by full name or address.
const OFFERED_MAX = 200;

type StoredComment = Omit<CommentRow, "ref"> & { number: number; tenant: string };

/**
 * A page of the comments on an issue and on those merged into it. Newest page first, each page in
 * writing order. Empty for another tenant's issue.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export function listComments(scope: UserScope, issue: string, cursor?: string): Promise<CommentPage> {
  const before = commentList.cursor.read(cursor)?.[0] ?? null;
  return read(scope, async (tx) => {
    const owner = await readCommentedIssue(tx, scope, issue);
    if (!owner) return { rows: [], nextCursor: null, count: 0, unseen: false };
    const rows = await readComments(tx, { tenant: owner.tenant, issue, before, limit: COMMENTS_PAGE + 1 });
    const page = commentList.cursor.page(rows, COMMENTS_PAGE, (row) => [row.id]);
    return {
      rows: page.rows.toReversed(),
      nextCursor: page.nextCursor,
      count: owner.count,
      unseen: owner.unseen,
    };
  });
}

/** The tenant of an issue, with the number of its comments; null for another tenant's. */
export async function readCommentedIssue(
  tx: Tx,
  scope: UserScope,
  issue: string,
): Promise<{ tenant: string; count: number; unseen: boolean } | null> {
  if (!isId(issue)) return null;
  const [owner] = await tx.$queryRaw<{ tenant: string; count: number; unseen: boolean }[]>`
    select i.tenant_id as tenant, (select count(*)::int from feedback_members(i.tenant_id, i.id) m
      join feedback_comments c on c.tenant_id = i.tenant_id and c.issue_id = m.id) as count,
      exists (select 1 from feedback_mentions n join feedback_comments c on c.tenant_id = n.tenant_id and c.id = n.comment_id
        where n.tenant_id = i.tenant_id and n.user_id = ${scope.actor.id}::uuid and n.seen_at is null
          and c.issue_id in (select id from feedback_members(i.tenant_id, i.id))) as unseen
    from feedback_issues i where i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${issue}::uuid`;
  return owner ?? null;
}

/** Comments on an issue and on those merged into it, newest first. */
export async function readComments(
  tx: Tx,
  { tenant, issue, before, limit }: { tenant: string; issue: string; before: string | null; limit: number },
): Promise<CommentRow[]> {
  const rows = await tx.$queryRaw<StoredComment[]>`
    select c.id, i.number, t.key as tenant, c.issue_id as "issueId", c.text, c.created_at as "createdAt",
           c.edited_at as "editedAt", c.deleted_at as "deletedAt",
           (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = c.user_id) as author,
           coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
             from feedback_mentions n join users u on u.id = n.user_id
             where n.tenant_id = c.tenant_id and n.comment_id = c.id), '[]') as mentions
    from feedback_members(${tenant}::uuid, ${issue}::uuid) m
    join feedback_comments c on c.tenant_id = ${tenant}::uuid and c.issue_id = m.id
    join feedback_issues i on i.tenant_id = c.tenant_id and i.id = c.issue_id
    join tenants t on t.id = c.tenant_id
    where ${before}::uuid is null or c.id < ${before}::uuid
    order by c.id desc limit ${limit}::int`;
  return rows.map(({ number, tenant: key, ...row }) => ({ ...row, ref: issueRef(number, key) }));
}

type Colleague = Mentionable & { assignable: boolean };

/** The people who see the issue's tenant, by name, except the caller: for mentions. */
export async function listColleagues(scope: UserScope, issue: string): Promise<Colleague[]> {
  if (!isId(issue)) return [];
  return read(scope, async (tx) => {
    const people = await tx.$queryRaw<{ id: string; name: string; email: string; role: string }[]>`
      select u.id, u.name, u.email, u.role::text as role from users u
      join feedback_issues i on i.tenant_id = any(${[...scope.tenants]}::uuid[]) and i.id = ${issue}::uuid
      where ${seesTenant(Prisma.sql`i.tenant_id`)} order by lower(u.name), u.id`;
    // A person who is not offered may share a name with one who is.
    const roles = new Map(people.map(({ id, role }) => [id, role]));
    return handlesOf(people)
      .filter(({ id }) => id !== scope.actor.id)
      .map((one) => ({ ...one, assignable: mayAnswer(roles.get(one.id) ?? "") }))
      .filter(({ assignable }, at) => assignable || at < OFFERED_MAX);
  });
}

type StoredMention = Omit<Mentions["newest"][number], "createdAt" | "ref"> & {
  createdAt: string;
  number: number;
  tenant: string;
};

export type MentionFacts = { count: number; newest: StoredMention[] | null };

/** The person's unseen mentions as one column, because every page requests it. */
export function unseenMentions(scope: UserScope): Prisma.Sql {
  const mine = Prisma.sql`m.tenant_id = any(${[...scope.tenants]}::uuid[]) and m.user_id = ${scope.actor.id}::uuid
    and m.seen_at is null`;
  return Prisma.sql`json_build_object(
    'count', (select count(*)::int from (select 1 from feedback_mentions m where ${mine} limit ${UNSEEN_MAX}::int) n),
    'newest', (select json_agg(json_build_object('id', c.id, 'issueId', i.id, 'number', i.number, 'tenant', t.key,
                 'title', i.title, 'by', coalesce(u.name, ''), 'createdAt', c.created_at) order by c.id desc)
      from (select m.tenant_id, m.comment_id from feedback_mentions m where ${mine}
            order by m.comment_id desc limit ${UNSEEN_SHOWN}::int) n
      join feedback_comments c on c.tenant_id = n.tenant_id and c.id = n.comment_id
      join feedback_issues i on i.tenant_id = c.tenant_id and i.id = c.issue_id
      join tenants t on t.id = c.tenant_id left join users u on u.id = c.user_id))`;
}

export function toMentions({ count, newest }: MentionFacts): Mentions {
  return {
    count,
    newest: (newest ?? []).map(({ number, tenant, createdAt, ...one }) => ({
      ...one,
      ref: issueRef(number, tenant),
      createdAt: new Date(createdAt),
    })),
  };
}

/** The issues whose comments mention this person; for a merged one also its target. */
export function mentioning(scope: UserScope): Prisma.Sql {
  return Prisma.sql`select led.id from feedback_mentions m
    join feedback_comments c on c.tenant_id = m.tenant_id and c.id = m.comment_id
    join feedback_issues f on f.tenant_id = c.tenant_id and f.id = c.issue_id
    cross join lateral (values (f.id), (f.merged_into)) led(id)
    where m.tenant_id = any(${[...scope.tenants]}::uuid[]) and m.user_id = ${scope.actor.id}::uuid and led.id is not null`;
}
