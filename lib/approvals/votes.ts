import { decidesIn, inPlaceOf } from "@/lib/auth/delegations/absent";
import { isInForce, isInForceBefore } from "@/lib/auth/delegations/in-force";
import { groupsOf, type Moment, NOW } from "@/lib/auth/people/groups";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import type { DeputyFor } from "./deputies";
import { isLeftToUser } from "./queue/deciders";
import type { SeenOnRecord } from "./seen";
import { isSignedEnough } from "./signing/counting";
import type { VoteSignature } from "./signing/signature";

/** A time at which it is asked who may decide a call: when they have to be on duty, and by when it has waited. */
export type When = { onDuty?: Moment; by?: Prisma.Sql };

/**
 * Whether a person (a row of users, alias `u`) may decide a call (alias `a`) now, by role, tenant and its policy with the groups of now,
 * and not as anybody's deputy. Whether they asked for it themselves is not looked at: that takes all their names.
 * @param when at another time than now: on which shift, and how long the call has waited by then
 */
export function mayDecideCall(u: Prisma.Sql, a: Prisma.Sql, { onDuty = NOW, by }: When = {}): Prisma.Sql {
  return Prisma.sql`(${decidesIn(u, Prisma.sql`${a}.tenant_id`)}
    and ${isLeftToUser(
      a,
      {
        ids: Prisma.sql`array[${u}.id]`,
        email: Prisma.sql`lower(${u}.email)`,
        role: Prisma.sql`${u}.role::text`,
        groups: groupsOf(Prisma.sql`${u}.id`, onDuty),
      },
      by,
    )})`;
}

/** The same as the deputy of a person who is out (alias `p`): both of them may decide in the tenant, and the policy leaves it to that one. */
function mayDecideFor(
  p: Prisma.Sql,
  u: Prisma.Sql,
  a: Prisma.Sql,
  { onDuty = NOW, by }: When = {},
): Prisma.Sql {
  const tenantId = Prisma.sql`${a}.tenant_id`;
  const ids = Prisma.sql`array[${p}.id, ${u}.id]`;
  const deputy = { ...inPlaceOf(p, { role: Prisma.sql`${u}.role::text` }, onDuty), ids };
  return Prisma.sql`(${decidesIn(u, tenantId)} and ${decidesIn(p, tenantId)} and ${isLeftToUser(a, deputy, by)})`;
}

/** For whom a person (alias `u`) may decide a call as a deputy, now or, where `by` is given, at some time before that: an array of ids. */
export function decidesFor(u: Prisma.Sql, a: Prisma.Sql, when: When = {}): Prisma.Sql {
  return Prisma.sql`array(
    select p.id from delegations d join users p on p.id = d.from_id
    where d.to_id = ${u}.id and ${when.by ? isInForceBefore(when.by) : isInForce()} and ${mayDecideFor(P, u, a, when)}
    order by d.starts_at, d.id)`;
}

const [U, P, A, V] = [Prisma.raw("u"), Prisma.raw("p"), Prisma.raw("a"), Prisma.raw("v")];

const GIVEN: When = { onDuty: Prisma.raw("v.created_at") };

/**
 * Of votes `v` on an approval `a`: those that count now. A yes counts for the arguments it was given to, and as long as the person may
 * still decide the call: whoever lost the role, the tenant, the account, the group or the policy's trust agreed to nothing any more. Who was on duty
 * when they agreed may go off duty. A deputy's counts as long as the person who is out might decide it as well, and nobody took the
 * delegation back; that it came to its end does no harm. What a passkey signed counts as long as the person has it.
 */
export const COUNTS = Prisma.sql`(v.verdict = 'approve' and v.revision = a.revision and ${isSignedEnough(V, A)} and exists (
  select 1 from users u where u.id = v.user_id and case when v.deputy_for is null then ${mayDecideCall(U, A, GIVEN)} else exists (
    select 1 from delegations d join users p on p.id = d.from_id
    where d.to_id = v.user_id and d.from_id = v.deputy_for and ${isInForce(Prisma.raw("v.created_at"))} and ${mayDecideFor(P, U, A, GIVEN)})
  end))`;

/** Of a vote `v`: for whom it counts. Whoever votes as a deputy and the person who is out are one, and so are two deputies of theirs. */
export const COUNTED_AS = Prisma.sql`coalesce(v.deputy_for, v.user_id)`;

type NewVote = {
  revision: number;
  verdict: string;
  reason: string | null;
  required: number;
  seen: SeenOnRecord;
  signature: VoteSignature | null;
  /** In whose place the person may decide; nobody's: their own. */
  inPlaceOf: readonly DeputyFor[];
};

/**
 * One person's say, in their own place or as a deputy in the first that nobody's yes takes yet. The approval is locked, so that nobody
 * votes between this vote and the count. Whoever has agreed before may press again once enough people count, because a vote that had
 * lapsed counts again: it adds nothing; one that counts no more, or was given in another place, is replaced.
 * @returns for how many people who may still decide this revision was approved, in whose place this vote stands, and whether it took the
 * place of an earlier one of this person
 * @throws DomainError CONFLICT when they have voted already, or somebody in the same place has
 */
export async function addVote(
  tx: Tx,
  scope: UserScope,
  { tenantId, id }: Approval,
  vote: NewVote,
): Promise<{ approvals: number; deputyFor: DeputyFor | null; replaced: boolean }> {
  const { id: me, name } = scope.actor;
  const places = vote.inPlaceOf.length === 0 ? [{ id: me, name }] : vote.inPlaceOf;
  const [ids, names] = [places.map((one) => one.id), places.map((one) => one.name)];
  const isDeputy = vote.inPlaceOf.length > 0;
  const voteId = newId();
  const [counted] = await tx.$queryRaw<Counted[]>`
    with counting as (
      select v.id, v.user_id, v.user_name, ${COUNTED_AS} as place
      from votes v join approvals a on a.tenant_id = v.tenant_id and a.id = v.approval_id
      where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid and ${COUNTS}),
    taken as (select place, min(user_name) as by from counting where user_id <> ${me}::uuid group by place),
    own as (
      select o.id, o.name from unnest(${ids}::uuid[], ${names}::text[]) with ordinality as o (id, name, at)
      left join taken t on t.place = o.id where ${vote.verdict} <> 'approve' or t.place is null
      order by t.place is not null, o.at limit 1),
    added as (
      insert into votes (id, tenant_id, approval_id, revision, user_id, user_name, verdict, reason, seen, created_at, deputy_for)
      select ${voteId}::uuid, ${tenantId}::uuid, ${id}::uuid, ${vote.revision}::int, ${me}::uuid, ${name},
             ${vote.verdict}, ${vote.reason}, ${JSON.stringify(vote.seen)}::jsonb, ${vote.seen.at}::timestamptz,
             case when ${isDeputy} then own.id end from own
      on conflict (tenant_id, approval_id, revision, user_id) do update
        set id = excluded.id, user_name = excluded.user_name, verdict = excluded.verdict, reason = excluded.reason,
            seen = excluded.seen, created_at = excluded.created_at, deputy_for = excluded.deputy_for
        where votes.deputy_for is distinct from excluded.deputy_for or votes.id not in (select c.id from counting c)
      returning verdict, coalesce(deputy_for, user_id) as place)
    select (select json_build_object('id', o.id, 'name', o.name) from own o where exists (select 1 from added)) as added,
           exists (select 1 from added) and exists (
             select 1 from votes v where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid
               and v.revision = ${vote.revision}::int and v.user_id = ${me}::uuid) as replaced,
           (select min(t.by) from taken t where t.place = any(${ids}::uuid[])) as "takenBy",
           (select count(distinct place)::int from (
             select place from added where verdict = 'approve'
             union all
             select place from counting where user_id <> ${me}::uuid or not exists (select 1 from added)) agreed) as approvals`;
  const { added = null, approvals = 0, takenBy = null, replaced = false } = counted ?? {};
  const isEnough = vote.verdict === "approve" && approvals >= vote.required;
  // What was replaced took its signature along, by the vote's key.
  if (added && (vote.signature || replaced)) await keepSignature(tx, { tenantId, voteId }, vote.signature);
  if (added || isEnough) return { approvals, deputyFor: isDeputy ? added : null, replaced };
  throw votedAlready(places, isDeputy, takenBy);
}

/** Keeps the signature of a vote in place of whichever it had before; null: it has none. */
export async function keepSignature(
  tx: Tx,
  { tenantId, voteId }: { tenantId: string; voteId: string },
  signature: VoteSignature | null,
): Promise<void> {
  if (signature === null)
    await tx.$executeRaw`
      delete from vote_signatures where tenant_id = ${tenantId}::uuid and vote_id = ${voteId}::uuid`;
  else
    await tx.$executeRaw`
      insert into vote_signatures (tenant_id, vote_id, passkey_id, signed)
      values (${tenantId}::uuid, ${voteId}::uuid, ${signature.passkeyId}::uuid, ${JSON.stringify(signature.signed)}::jsonb)
      on conflict (tenant_id, vote_id) do update set passkey_id = excluded.passkey_id, signed = excluded.signed`;
}

type Counted = { added: DeputyFor | null; takenBy: string | null; replaced: boolean; approvals: number };

function votedAlready(places: readonly DeputyFor[], isDeputy: boolean, takenBy: string | null): DomainError {
  const [first] = places;
  const who =
    takenBy === null || !first
      ? "You have already voted on this call."
      : !isDeputy
        ? `${takenBy} has already voted on this call in your place.`
        : takenBy === first.name
          ? `${takenBy}, in whose place you would decide, has already voted on this call.`
          : `${takenBy} has already voted on this call in ${first.name}’s place, which would be yours.`;
  return new DomainError("CONFLICT", `${who} A person counts once; nothing was recorded.`);
}
