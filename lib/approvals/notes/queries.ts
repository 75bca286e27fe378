import "server-only";
import { seesTenant } from "@/lib/auth/mentions/queries";
import { handlesOf } from "@/lib/auth/mentions/rules";
import type { Mentionable } from "@/lib/auth/mentions/types";
import { read } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type NewNotes, NOTES_MAX, type Note } from "./types";

type Call = { tenantId: string; id: string };

const of = ({ tenantId, id }: Call) =>
  Prisma.sql`n.tenant_id = ${tenantId}::uuid and n.approval_id = ${id}::uuid`;

export type StoredNote = Omit<Note, "at"> & { at: string };

/** The notes of a call as one column, in writing order. */
export function notesOf(scope: UserScope, call: Call): Prisma.Sql {
  return Prisma.sql`(
    select coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind, 'text', n.text, 'questionId', n.question_id,
             'at', n.created_at, 'author', (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = n.user_id),
             'isNew', exists (select 1 from approval_note_readers r where r.tenant_id = n.tenant_id and r.note_id = n.id
                              and r.user_id = ${scope.actor.id}::uuid and r.seen_at is null)) order by n.id), '[]')
    from (select * from approval_notes n where ${of(call)} order by n.id limit ${NOTES_MAX}::int) n)`;
}

export const toNote = ({ at, ...note }: StoredNote): Note => ({ ...note, at: new Date(at) });

/** The questions of a call with their replies as one column, in their order; null without any. */
export function questionsOf(call: Call & { questions: number }): Prisma.Sql {
  if (call.questions === 0) return Prisma.sql`null::json`;
  return Prisma.sql`(
    select json_agg(json_build_object('id', n.id, 'text', n.text, 'at', n.created_at,
             'by', (select u.name from users u where u.id = n.user_id),
             'reply', (select json_build_object('text', r.text, 'at', r.created_at) from approval_notes r
                       where r.tenant_id = n.tenant_id and r.question_id = n.id)) order by n.id)
    from approval_notes n where ${of(call)} and n.kind = 'question')`;
}

// Suggestions while typing; others can be mentioned by full name or address.
const SUGGESTED_MAX = 200;

/** The people who see the call's tenant, by name, except the caller: for mentions. */
export async function listNotePeople(scope: UserScope, approvalId: string): Promise<Mentionable[]> {
  if (!isId(approvalId)) return [];
  return read(scope, async (tx) => {
    const people = await tx.$queryRaw<{ id: string; name: string; email: string }[]>`
      select u.id, u.name, u.email from users u
      join approvals a on a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = ${approvalId}::uuid
      where ${seesTenant(Prisma.sql`a.tenant_id`)} order by lower(u.name), u.id`;
    return handlesOf(people)
      .filter(({ id }) => id !== scope.actor.id)
      .slice(0, SUGGESTED_MAX);
  });
}

const NEW_COUNTED = 100;
const NEW_LISTED = 5;

export type NewNoteFacts = { count: number; newest: NewNotes["newest"] | null };

/** Unseen notes that concern the person as one column, because every page requests it. */
export function newNotes(scope: UserScope): Prisma.Sql {
  const mine = Prisma.sql`r.tenant_id = any(${[...scope.tenants]}::uuid[]) and r.user_id = ${scope.actor.id}::uuid
    and r.seen_at is null`;
  return Prisma.sql`json_build_object(
    'count', (select count(*)::int from (select 1 from approval_note_readers r where ${mine} limit ${NEW_COUNTED}::int) c),
    'newest', (select json_agg(json_build_object('id', n.id, 'approvalId', a.id, 'kind', n.kind, 'summary', a.summary,
                 'by', u.name) order by n.id desc)
      from (select r.tenant_id, r.note_id from approval_note_readers r where ${mine}
            order by r.note_id desc limit ${NEW_LISTED}::int) r
      join approval_notes n on n.tenant_id = r.tenant_id and n.id = r.note_id
      join approvals a on a.tenant_id = n.tenant_id and a.id = n.approval_id
      left join users u on u.id = n.user_id))`;
}

export const toNewNotes = ({ count, newest }: NewNoteFacts): NewNotes => ({ count, newest: newest ?? [] });
