import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { COUNTED_AS, COUNTS } from "./counting";
import { keepSignature, type Proof } from "./proof";
import type { DeputyFor } from "./types";

type NewVote = {
  revision: number;
  verdict: string;
  reason: string | null;
  required: number;
  /** How many people are missing, with the vote for this place added; null: their number decides. */
  missingWith: (place: string | null) => number | null;
  proof: Proof;
  /** The absent people that the person may decide for; empty: for themselves. */
  inPlaceOf: readonly DeputyFor[];
};

export type Given = { approvals: number; missing: number; deputyFor: DeputyFor | null; replaced: boolean };

/**
 * Stores one person's vote, for themselves or as a deputy of the first person without one. The
 * approval is locked, so no vote comes between this one and the count. A repeated vote adds
 * nothing; a vote that no longer counts, or was for another person, is replaced.
 * @returns how many approvals of this revision count and how many are missing, and for which person
 * this vote is
 * @throws DomainError CONFLICT when this person, or another one for the same place, has voted
 * already
 */
export async function addVote(
  tx: Tx,
  scope: UserScope,
  { tenantId, id }: Approval,
  vote: NewVote,
): Promise<Given> {
  const { id: me, name } = scope.actor;
  const { seen, signature } = vote.proof;
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
             ${vote.verdict}, ${vote.reason}, ${JSON.stringify(seen)}::jsonb, ${seen.at}::timestamptz,
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
           array(select place from added where verdict = 'approve'
                 union
                 select place from counting where user_id <> ${me}::uuid or not exists (select 1 from added)) as agreed`;
  const { added = null, agreed = [], takenBy = null, replaced = false } = counted ?? {};
  const few = Math.max(vote.required - new Set(agreed).size, 0);
  const missing = vote.missingWith(added?.id ?? null) ?? few;
  // A replaced vote deleted its signature too, through the vote's key.
  if (added && (signature || replaced)) await keepSignature(tx, { tenantId, voteId }, signature);
  if (added || (vote.verdict === "approve" && missing === 0))
    return { approvals: agreed.length, missing, deputyFor: isDeputy ? added : null, replaced };
  throw votedAlready(places, isDeputy, takenBy);
}

/** One person's approval that decides alone. It replaces their earlier vote. */
export async function addLoneVote(
  tx: Tx,
  { actor }: UserScope,
  { tenantId, id, revision }: Approval,
  { reason, proof: { seen, signature } }: { reason: string; proof: Proof },
): Promise<void> {
  const [vote] = await tx.$queryRaw<{ id: string }[]>`
    insert into votes (id, tenant_id, approval_id, revision, user_id, user_name, verdict, reason, seen, created_at)
    values (${newId()}::uuid, ${tenantId}::uuid, ${id}::uuid, ${revision}::int, ${actor.id}::uuid, ${actor.name},
            'break_glass', ${reason}, ${JSON.stringify(seen)}::jsonb, ${seen.at}::timestamptz)
    on conflict (tenant_id, approval_id, revision, user_id)
      do update set verdict = excluded.verdict, reason = excluded.reason, seen = excluded.seen, created_at = excluded.created_at,
                    deputy_for = null
    returning id`;
  if (vote) await keepSignature(tx, { tenantId, voteId: vote.id }, signature);
}

type Counted = { added: DeputyFor | null; takenBy: string | null; replaced: boolean; agreed: string[] };

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
