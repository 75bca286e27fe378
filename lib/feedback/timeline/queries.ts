import { type Details, memberAt, readDetails } from "@/lib/activity/wire";
import { read, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { readCommentedIssue, readComments } from "../comments/queries";
import type { IssueView } from "../inbox/types";
import { issueRef } from "../rules";
import { LAST_ID, NUMBER_MAX, type TimelineFilter, timelineList } from "./list";
import { mergeSources, type Source } from "./merge";
import type { Timeline, TimelineItem } from "./types";

const EVENTS_SHOWN = 30;

// An agent in a loop is one event, so more reports are read than events are shown.
const REPORTS_READ = 500;

const COMMENT_ACTS = ["issue.commented", "issue.comment_edited", "issue.comment_deleted"];

type Shown = Pick<IssueView, "id" | "toolId" | "firstSeenAt">;

type Place = readonly [seq: number, comment: string, report: string, version: number];

const START: Place = [NUMBER_MAX, LAST_ID, LAST_ID, NUMBER_MAX];

const NONE = { rows: [], more: false };

/**
 * A page of what happened to an issue, the newest first page, each page in the order of time: what people
 * did, comments, reports, and versions of the tool. Includes comments, reports and merges of the
 * issues that were merged into it. Empty for another tenant's issue.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export function getTimeline(scope: UserScope, issue: Shown, filter: TimelineFilter): Promise<Timeline> {
  const from = timelineList.cursor.read(filter.cursor) ?? START;
  const all = filter.show === undefined;
  return read(scope, async (tx) => {
    const owner = await readCommentedIssue(tx, scope, issue.id);
    if (!owner) return { items: [], nextCursor: null, comments: 0, unseen: false };
    const { tenant } = owner;
    const place = { tenant, id: issue.id };
    const merged = mergeSources<[number, string, string, number]>(
      [
        all ? await actsOf(tx, place, from[0]) : { ...NONE, from: from[0] },
        await commentsOf(tx, place, from[1]),
        all ? await reportsOf(tx, place, from[2]) : { ...NONE, from: from[2] },
        all && issue.toolId !== null
          ? await versionsOf(tx, { ...issue, toolId: issue.toolId }, from[3])
          : { ...NONE, from: from[3] },
      ],
      EVENTS_SHOWN,
    );
    return {
      items: merged.items.toReversed(),
      nextCursor: merged.more ? timelineList.cursor.write(merged.places) : null,
      comments: owner.count,
      unseen: owner.unseen,
    };
  });
}

type IssuePlace = { tenant: string; id: string };

function source<R, P>(
  rows: readonly R[],
  { from, limit }: { from: P; limit: number },
  to: (row: R) => { place: P; item: TimelineItem },
): Source<P> {
  return { rows: rows.slice(0, limit).map(to), more: rows.length > limit, from };
}

type ActRow = {
  seq: string;
  at: Date;
  kind: string;
  by: string | null;
  name: string;
  action: string;
  subject: string;
  number: number;
  key: string;
  details: string;
};

/** What was done with the issue, and which issues were merged into it. Comments are shown themselves. */
async function actsOf(tx: Tx, { tenant, id }: IssuePlace, from: number): Promise<Source<number>> {
  const rows = await tx.$queryRaw<ActRow[]>`
    select a.seq::text as seq, a.at, a.actor_kind as kind, a.actor_id as by, a.actor_name as name, a.action, a.subject_id as subject, i.number,
           t.key, a.details
    from feedback_members(${tenant}::uuid, ${id}::uuid) m
    join feedback_issues i on i.tenant_id = ${tenant}::uuid and i.id = m.id
    join tenants t on t.id = i.tenant_id
    cross join lateral (
      select * from activity r
      where r.tenant_id = ${tenant}::uuid and r.subject_kind = 'issue' and r.subject_id = m.id::text and r.seq < ${from}::bigint
        and r.action <> all(${COMMENT_ACTS}) and (m.id = ${id}::uuid
          or (r.action = 'issue.merged' and r.details::jsonb#>>'{merged_into,to}' = ${id}))
      order by r.seq desc limit ${EVENTS_SHOWN + 1}::int) a
    order by a.seq desc limit ${EVENTS_SHOWN + 1}::int`;
  const read = rows.map((row) => ({ ...row, facts: readDetails(row.action, row.details) }));
  const names = await namesOf(tx, read);
  return source(read, { from, limit: EVENTS_SHOWN }, ({ facts, ...row }) => ({
    place: Number(row.seq),
    item: {
      kind: "act",
      key: `act ${row.seq}`,
      at: row.at,
      act: {
        actor: row.kind === "system" ? null : row.name,
        action: row.action,
        details: facts,
        member: row.subject === id ? null : { id: row.subject, ref: issueRef(row.number, row.key) },
        assignee: assigneeOf(names, facts, row.by),
      },
    },
  }));
}

function assigneeIn(details: Details): string | null {
  const id = memberAt(details, "assignee_id");
  return typeof id === "string" ? id : null;
}

function assigneeOf(names: ReadonlyMap<string, string>, details: Details, by: string | null) {
  const id = assigneeIn(details);
  const name = id === null ? undefined : names.get(id);
  return name === undefined ? null : { name, self: id === by };
}

async function namesOf(tx: Tx, rows: readonly { facts: Details }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ facts }) => assigneeIn(facts) ?? []))];
  if (ids.length === 0) return new Map();
  const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(people.map(({ id, name }) => [id, name]));
}

async function commentsOf(tx: Tx, { tenant, id }: IssuePlace, from: string): Promise<Source<string>> {
  const rows = await readComments(tx, { tenant, issue: id, before: from, limit: EVENTS_SHOWN + 1 });
  return source(rows, { from, limit: EVENTS_SHOWN }, (comment) => ({
    place: comment.id,
    item: { kind: "comment", key: `comment ${comment.id}`, at: comment.createdAt, comment },
  }));
}

async function reportsOf(tx: Tx, { tenant, id }: IssuePlace, from: string): Promise<Source<string>> {
  const rows = await tx.$queryRaw<{ id: string; agent: string | null; at: Date }[]>`
    select s.id, s.agent, s.created_at as at from feedback_members(${tenant}::uuid, ${id}::uuid) m cross join lateral (
      select r.id, r.agent, r.created_at from feedback_submissions r
      where r.tenant_id = ${tenant}::uuid and r.issue_id = m.id and r.id < ${from}::uuid
      order by r.id desc limit ${REPORTS_READ + 1}::int) s
    order by s.id desc limit ${REPORTS_READ + 1}::int`;
  const oldest = rows.length > REPORTS_READ ? null : rows.at(-1)?.id;
  return source(rows, { from, limit: REPORTS_READ }, ({ id: report, agent, at }) => ({
    place: report,
    item: {
      kind: "reports",
      key: `report ${report}`,
      at,
      reports: { agent, count: 1, since: at, first: report === oldest },
    },
  }));
}

/** The version that the first report met, and later ones. */
async function versionsOf(
  tx: Tx,
  { toolId, firstSeenAt }: { toolId: string; firstSeenAt: Date },
  from: number,
): Promise<Source<number>> {
  const rows = await tx.$queryRaw<{ version: number; at: Date }[]>`
    select v.version, v.created_at as at from tool_versions v
    where v.tool_id = ${toolId}::uuid and v.version < ${from}::bigint and v.created_at >= coalesce((
      select max(w.created_at) from tool_versions w
      where w.tool_id = ${toolId}::uuid and w.created_at <= ${firstSeenAt}::timestamptz), '-infinity')
    order by v.version desc limit ${EVENTS_SHOWN + 1}::int`;
  return source(rows, { from, limit: EVENTS_SHOWN }, ({ version, at }) => ({
    place: version,
    item: { kind: "version", key: `version ${version}`, at, version },
  }));
}
