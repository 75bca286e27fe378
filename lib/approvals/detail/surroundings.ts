import { ownerOf } from "@/lib/auth/agents/owner";
import { type Absent, absentFor } from "@/lib/auth/delegations/absences";
import { type OwnGroups, ownGroups } from "@/lib/auth/people/groups";
import { otherNames } from "@/lib/auth/people/names";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { POLICIES_IN_FORCE } from "@/lib/policies/current-version";
import type { BreakGlassMode } from "@/lib/tenants/types";
import { type RatedRow, ratedTool } from "@/lib/tools/queries";
import { catalogueProvider } from "../current-policies";
import { agreed, counting, deciders, out, undecided, unsigned } from "../deciders/people";
import type { StoredVoter, Taker } from "../deciders/types";
import { notesOf, type StoredNote } from "../notes/queries";
import { rulesBeside } from "../remembered/queries";
import type { RuleBeside } from "../remembered/types";
import type { StoredDefinition } from "./types";

/** How long no client may poll for a pending call before the page says so. */
export const QUIET_MS = 5 * 60_000;

const RECORD_DAYS = 30;
const ATTEMPTS_SHOWN = 30;
// Later views are in the activity log.
const LOOKS_SHOWN = 20;

/** Data of a call from other tables, read as JSON: times are text. */
export type Beside = {
  asOf: Date;
  tenant: { id: string; key: string; name: string };
  gateway: {
    id: string;
    name: string;
    sample: boolean;
    polledAt: string | null;
    called: boolean;
    /** The newest attempted callback, read only if no client may have polled for the call. */
    newest: { state: string; attempts: number } | null;
  };
  firstText: string | null;
  earlierText: string | null;
  unknownBefore: { id: string; at: string; known: unknown; isUnknown: boolean } | null;
  session: { calls: number; rejected: number } | null;
  track: { approved: number; rejected: number } | null;
  attention: boolean;
  assignment: { userId: string; name: string; until: string } | null;
  snoozedUntil: Date | null;
  looks: { at: string; name: string }[];
  notes: StoredNote[];
  /** How many people had the call in their queue; while it waits, how many can still decide it. */
  deciders: number;
  /** Possible deciders at some hour who have not voted on these arguments, limited; else null. */
  undecided: Undecided[] | null;
  /** Deciders who are out now, and until when, limited; always those the viewer replaces. */
  out: { name: string; until: string; deputy: string }[];
  owner: { id: string; name: string; isOff: boolean } | null;
  absent: Absent[];
  /** Ids of the votes that count; once closed, those on the decided revision that counted then. */
  counting: string[];
  /** While pending: the approvals that count, with what their givers take seats by. */
  agreed: StoredVoter[];
  editedBy: { id: string; name: string } | null;
  deliveries: StoredDelivery[];
  /** The viewer's further names, and whether the tenant forbids approving one's own calls. */
  otherNames: string[];
  own: OwnGroups;
  blockSelfApproval: boolean;
  criticalNeedsPasskey: boolean;
  hasPasskey: boolean;
  /** While pending: ids of votes that no longer count because a passkey is missing. */
  unsigned: string[];
  breakGlass: BreakGlassMode;
  /** The policies in force, and the provider of the tool in the catalogue. */
  policiesKey: string | null;
  catalogueProvider: string | null;
  /** The remembered rule that let the call through, and the one that was made from it. */
  remembered: { by: RuleBeside | null; made: RuleBeside | null };
  server: {
    known: boolean;
    version: StoredDefinition | null;
    /** The definition at the last approved call, if it was another version. */
    earlier: (StoredDefinition & { version: number }) | null;
    rated: RatedRow | null;
  };
};

/**
 * A person who may decide a call, with all their names and those of the people they replace.
 * `place`: the person that their approval would count for.
 */
type Undecided = {
  id: string;
  name: string;
  place: string;
  who: Taker;
  isOnDuty: boolean;
  hasPasskey: boolean;
  names: string[];
};

export type StoredDelivery = {
  id: string;
  gatewayId: string;
  state: "waiting" | "sending" | "delivered" | "dead";
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: string;
  createdAt: string;
  log: { attempt: number; startedAt: string; status: number | null; error: string | null }[];
};

/** Everything on a call's page from other tables, in one statement. */
export async function readBeside(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  last: Approval | null,
  earlierId: string | null,
): Promise<Beside> {
  const own = Prisma.sql`tenant_id = ${approval.tenantId}::uuid and approval_id = ${approval.id}::uuid`;
  const me = scope.actor.id;
  const { decision, execution, delivery, acknowledgedAt } = approval;
  const [row] = await tx.$queryRaw<Beside[]>`
    select statement_timestamp() as "asOf", json_build_object('id', t.id, 'key', t.key, 'name', t.name) as tenant,
      json_build_object('id', g.id, 'name', g.name, 'sample', g.sample, 'polledAt', g.polled_at,
        'called', g.callback_url is not null and g.callback_off_at is null, 'newest', ${newestCallback(approval)}) as gateway,
      (select r.arguments_text from approval_revisions r where ${own} and r.revision = 1) as "firstText",
      (select e.arguments_text from approvals e where e.tenant_id = ${approval.tenantId}::uuid and e.id = ${earlierId}::uuid) as "earlierText",
      (select json_build_object('id', b.id, 'at', coalesce(e.started_at, b.decided_at, b.created_at), 'known', b.known_outcome, 'isUnknown', b.execution = 'unknown')
       from approvals b left join executions e on e.tenant_id = b.tenant_id and e.id = b.execution_id
       where b.tenant_id = ${approval.tenantId}::uuid and b.id = ${approval.unknownOf}::uuid) as "unknownBefore",
      ${sessionRecord(approval)} as session, ${trackRecord(approval)} as track,
      needs_attention(${decision}::decision, ${execution}::execution_state, ${delivery}::delivery_state,
                      ${acknowledgedAt}::timestamptz) as attention,
      (select json_build_object('userId', s.user_id, 'name', s.user_name, 'until', s.until) from approval_assignments s
       where ${own} and s.until > statement_timestamp() limit 1) as assignment,
      (select s.until from approval_snoozes s
       where ${own} and s.user_id = ${me}::uuid and s.until > statement_timestamp() limit 1) as "snoozedUntil",
      (select coalesce(json_agg(json_build_object('at', p.first_at, 'name', p.user_name) order by p.first_at), '[]')
       from (select * from approval_presence where ${own} order by first_at limit ${LOOKS_SHOWN}::int) p) as looks,
      ${notesOf(scope, approval)} as notes,
      ${deciders(approval)} as deciders, ${undecided(approval)} as undecided, ${out(approval)} as out, ${ownerOf(approval)} as owner,
      ${absentFor(Prisma.sql`${me}::uuid`, Prisma.sql`${approval.tenantId}::uuid`)} as absent, ${counting(approval)} as counting,
      ${agreed(approval)} as agreed,
      (select json_build_object('id', u.id, 'name', u.name) from approval_revisions r join users u on u.id = r.edited_by
       where ${own} and r.revision = ${approval.revision}::int) as "editedBy",
      ${deliveriesOf(own)} as deliveries,
      ${otherNames(Prisma.sql`${me}::uuid`)} as "otherNames", ${ownGroups(Prisma.sql`${me}::uuid`)} as own,
      coalesce((select s.block_self_approval from tenant_settings s where s.tenant_id = t.id), true) as "blockSelfApproval",
      coalesce((select s.critical_needs_passkey from tenant_settings s where s.tenant_id = t.id), false) as "criticalNeedsPasskey",
      exists (select 1 from passkeys k where k.user_id = ${me}::uuid) as "hasPasskey", ${unsigned(approval)} as unsigned,
      coalesce((select s.break_glass from tenant_settings s where s.tenant_id = t.id), 'nobody') as "breakGlass",
      ${POLICIES_IN_FORCE} as "policiesKey", ${catalogueProvider(approval)} as "catalogueProvider",
      ${rulesBeside(approval)} as remembered, ${serverOf(approval, last)} as server
    from tenants t, gateways g where t.id = ${approval.tenantId}::uuid and g.id = ${approval.gatewayId}::uuid`;
  if (!row) throw new Error(`the approval ${approval.id} has lost its tenant or its gateway`);
  return row;
}

function sessionRecord({ tenantId, sessionId, agent }: Approval): Prisma.Sql {
  if (!sessionId) return Prisma.sql`null`;
  return Prisma.sql`(
    select json_build_object('calls', count(*), 'rejected', count(*) filter (where a.decision = 'rejected' and a.held_because <> 'policy_denied'))
    from approvals a
    where a.tenant_id = ${tenantId}::uuid and a.session_id = ${sessionId} and a.agent is not distinct from ${agent})`;
}

function trackRecord({ id, tenantId, agent, createdAt }: Approval): Prisma.Sql {
  if (!agent) return Prisma.sql`null`;
  const since = new Date(createdAt.getTime() - RECORD_DAYS * 86_400_000);
  return Prisma.sql`(
    select json_build_object(
      'approved', count(*) filter (where a.decision = 'approved' and a.held_because not in ('auto_approved', 'confirmed', 'policy', 'remembered')),
      'rejected', count(*) filter (where a.decision = 'rejected' and a.held_because <> 'policy_denied'))
    from approvals a where a.tenant_id = ${tenantId}::uuid and a.agent = ${agent} and a.created_at >= ${since}
      and a.id <> ${id}::uuid)`;
}

function newestCallback({ tenantId, decision, execution, createdAt }: Approval): Prisma.Sql {
  if (decision !== "pending" && execution !== "awaiting") return Prisma.sql`null`;
  return Prisma.sql`case when ${createdAt}::timestamptz < statement_timestamp() - make_interval(secs => ${QUIET_MS / 1_000}::int) then (
    select json_build_object('state', d.state, 'attempts', d.attempts) from deliveries d
    where d.tenant_id = ${tenantId}::uuid and d.gateway_id = g.id and d.attempts > 0 order by d.id desc limit 1) end`;
}

/** Without response bodies, which may be large; the newest attempts matter. */
function deliveriesOf(own: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    select coalesce(json_agg(json_build_object('id', d.id, 'gatewayId', d.gateway_id, 'state', d.state, 'attempts', d.attempts,
             'lastStatus', d.last_status, 'lastError', d.last_error, 'nextAttemptAt', d.next_attempt_at,
             'createdAt', d.created_at, 'log', (
               select coalesce(json_agg(l), '[]') from (
                 select n.attempt, n.started_at as "startedAt", n.status, n.error from delivery_attempts n
                 where n.tenant_id = d.tenant_id and n.delivery_id = d.id order by n.attempt desc limit ${ATTEMPTS_SHOWN}::int) l)) order by d.id), '[]')
    from deliveries d where ${own} and d.channel = 'callback')`;
}

function serverOf({ toolId, toolVersion, tenantId }: Approval, last: Approval | null): Prisma.Sql {
  if (!toolId || toolVersion === null)
    return Prisma.sql`json_build_object('known', false, 'version', null, 'earlier', null, 'rated', null)`;
  const other = last?.toolId === toolId && last.toolVersion !== toolVersion ? last.toolVersion : null;
  const version = (number: number) => Prisma.sql`(
    select json_build_object('version', v.version, 'description', v.description, 'inputSchema', v.input_schema,
                             'outputSchema', ${other === null ? Prisma.sql`null` : Prisma.sql`v.output_schema`}, 'annotations', v.annotations)
    from tool_versions v where v.tool_id = ${toolId}::uuid and v.version = ${number}::int)`;
  const earlier = other === null ? Prisma.sql`null` : version(other);
  return Prisma.sql`json_build_object(
    'known', exists (select 1 from tools o where o.id = ${toolId}::uuid),
    'version', ${version(toolVersion)}, 'earlier', ${earlier}, 'rated', (select row_to_json(r) from (${ratedTool(toolId, tenantId)}) r))`;
}
