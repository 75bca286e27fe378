import type * as z from "zod";
import { read, type Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { defineCursor } from "@/lib/core/list/cursors";
import { id as idKind } from "@/lib/core/list/kinds";
import type { GatewayScope, Scope, UserScope } from "@/lib/core/scope";
import { type Approval, type Execution, Prisma, type Vote } from "@/lib/generated/prisma/client";
import { agreed } from "./deciders/people";
import type { StoredVoter } from "./deciders/types";
import { waitBody } from "./gate/wire";
import { questionsOf } from "./notes/queries";
import type { StoredQuestion } from "./notes/wire";
import { APPROVAL, DEPUTY_FOR_NAME, EXECUTION, SIGNED_VOTE, VOTE } from "./row";
import type { ListApprovals } from "./schema";
import { DECISIONS, EXECUTIONS, type WholeApproval, type WholeVote } from "./types";
import { type approvalPageWire, toWire, type WireApproval, type WirePlace } from "./wire";

export function approvalUrl(id: string): string {
  return `${env().PUBLIC_URL}/approvals/${id}`;
}

/** The `wait` body of an approval, with the time left at `now`. */
export function waitBodyOf(approval: Parameters<typeof waitBody>[0], now: Date) {
  return waitBody(approval, approvalUrl(approval.id), now);
}

/**
 * One approval in the caller's scope; a gateway sees only its own.
 * @throws DomainError NOT_FOUND, the same for another tenant's row as for none
 */
export function getWholeApproval(scope: GatewayScope | UserScope, id: string): Promise<WholeApproval> {
  return read(scope, (tx) => loadWhole(tx, scope, id));
}

/** `getWholeApproval` within a transaction. */
export async function loadWhole(tx: Tx, scope: Scope, id: string): Promise<WholeApproval> {
  const approval = isId(id) ? await findWhole(tx, scope, id) : null;
  if (!approval) throw new DomainError("NOT_FOUND", "There is no such approval.");
  return approval;
}

async function findWhole(tx: Tx, scope: Scope, id: string): Promise<WholeApproval | null> {
  const own =
    scope.actor.kind === "gateway" ? Prisma.sql`and a.gateway_id = ${scope.actor.id}::uuid` : Prisma.empty;
  const [approval] = await tx.$queryRaw<Approval[]>`
    select ${APPROVAL} from approvals a
    where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = ${id}::uuid ${own}`;
  if (!approval) return null;
  const { tenantId } = approval;
  const votes = await tx.$queryRaw<WholeVote[]>`
    select ${VOTE}, ${DEPUTY_FOR_NAME} as "deputyForName", ${SIGNED_VOTE} as signed from votes v where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid order by v.id`;
  const executions = await tx.$queryRaw<Execution[]>`
    select ${EXECUTION} from executions e where e.tenant_id = ${tenantId}::uuid and e.approval_id = ${id}::uuid`;
  return { ...approval, votes, executions };
}

type ListedVote = Vote & { signature: { signed: unknown } | null };

/** Adds the names of the absent people that deputies voted for. */
async function withNames<R extends { votes: ListedVote[] }>(tx: Tx, rows: readonly R[]) {
  const ids = rows.flatMap(({ votes }) => votes.flatMap(({ deputyFor }) => deputyFor ?? []));
  const people =
    ids.length === 0
      ? []
      : await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const named = ({ signature, ...vote }: ListedVote): WholeVote => ({
    ...vote,
    signed: signature?.signed ?? null,
    deputyForName: names.get(vote.deputyFor ?? "") ?? null,
  });
  return rows.map((row) => ({ ...row, votes: row.votes.map(named) }));
}

const WHOLE = { votes: { orderBy: { id: "asc" }, include: { signature: true } }, executions: true } as const;

function ownRows(scope: Scope) {
  const tenantId = { in: [...scope.tenants] };
  return scope.actor.kind === "gateway" ? { tenantId, gatewayId: scope.actor.id } : { tenantId };
}

/** 200 of the largest arguments and results would be 200 MiB. A page may be shorter. */
const PAGE_BYTES_MAX = 5 * 1024 * 1024;

type ApprovalPage = z.output<typeof approvalPageWire>;

export const approvalCursor = defineCursor("approvals", [idKind()]);

/**
 * A page of approvals, newest first, in wire words.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export function listApprovals(scope: GatewayScope | UserScope, filter: ListApprovals): Promise<ApprovalPage> {
  const after = approvalCursor.read(filter.cursor);
  return read(scope, async (tx) => {
    const tenant =
      filter.tenant === undefined ? null : await tx.tenant.findUnique({ where: { key: filter.tenant } });
    if (filter.tenant !== undefined && (!tenant || !scope.tenants.includes(tenant.id)))
      return { data: [], next_cursor: null };
    const found = await tx.approval.findMany({
      where: {
        ...ownRows(scope),
        ...(tenant ? { tenantId: tenant.id } : {}),
        ...(filter.tool === undefined ? {} : { tool: filter.tool }),
        AND: [statusFilter(filter.status), { decision: filter.decision }],
        ...(after === null ? {} : { id: { lt: after[0] } }),
      },
      select: { id: true },
      orderBy: { id: "desc" },
      take: filter.limit + 1,
    });
    const ids = await thatFit(tx, scope, found.slice(0, filter.limit));
    const last = ids.at(-1);
    const page = await tx.approval.findMany({
      where: { ...ownRows(scope), id: { in: ids } },
      include: WHOLE,
      orderBy: { id: "desc" },
    });
    const placeOf = await placesOf(tx, page);
    return {
      data: (await withNames(tx, page)).map((row) =>
        toWire(row, { ...placeOf(row), reader: scope.actor.kind }),
      ),
      next_cursor: found.length > ids.length && last ? approvalCursor.write([last]) : null,
    };
  });
}

/** The first rows that fit into PAGE_BYTES_MAX; at least one, so that a reader can continue. */
async function thatFit(tx: Tx, scope: Scope, rows: readonly { id: string }[]): Promise<string[]> {
  const ids = rows.map((row) => row.id);
  const sizes = await tx.$queryRaw<{ id: string; bytes: number }[]>`
    select a.id, (2 * octet_length(a.arguments_text) + coalesce(octet_length(a.correlation), 0) + coalesce((
             select sum(octet_length(e.result_text)) from executions e
             where e.tenant_id = a.tenant_id and e.approval_id = a.id), 0))::int as bytes
    from approvals a where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = any(${ids}::uuid[]) order by a.id desc`;
  let sum = 0;
  const over = sizes.findIndex(({ bytes }) => {
    sum += bytes;
    return sum > PAGE_BYTES_MAX;
  });
  return sizes.slice(0, over === -1 ? sizes.length : Math.max(over, 1)).map((row) => row.id);
}

function statusFilter(status: ListApprovals["status"]): Prisma.ApprovalWhereInput {
  if (status === undefined) return {};
  // A call that ran despite its revocation is listed by its outcome.
  if (status === "revoked") return { decision: status, execution: "blocked" };
  const decision = DECISIONS.find((word) => word === status);
  return decision ? { decision } : { execution: EXECUTIONS.find((word) => word === status) };
}

type Placed = { id: string; tenantId: string; gatewayId: string };

async function placesOf(
  tx: Tx,
  rows: readonly Placed[],
): Promise<(row: Placed) => Omit<WirePlace, "reader">> {
  const tenants = await tx.tenant.findMany({
    where: { id: { in: [...new Set(rows.map((row) => row.tenantId))] } },
  });
  const gateways = await tx.gateway.findMany({
    where: { id: { in: [...new Set(rows.map((row) => row.gatewayId))] } },
  });
  const tenantKeys = new Map(tenants.map((tenant) => [tenant.id, tenant.key]));
  const gatewayNames = new Map(gateways.map((gateway) => [gateway.id, gateway.name]));
  return ({ id, tenantId, gatewayId }) => ({
    tenant: tenantKeys.get(tenantId) ?? tenantId,
    gateway: gatewayNames.get(gatewayId) ?? gatewayId,
    url: approvalUrl(id),
  });
}

/** One approval in wire words, with the arguments exactly as received. */
export async function wireApproval(
  scope: GatewayScope | UserScope,
  approval: WholeApproval,
): Promise<WireApproval> {
  const { tenantId, gatewayId, id } = approval;
  const [beside] = await read(
    scope,
    (tx) => tx.$queryRaw<
      {
        tenant: string | null;
        gateway: string | null;
        requested: string | null;
        agreed: StoredVoter[];
        questions: StoredQuestion[] | null;
      }[]
    >`
      select (select t.key from tenants t where t.id = ${tenantId}::uuid) as tenant,
             (select g.name from gateways g where g.id = ${gatewayId}::uuid) as gateway,
             case when ${approval.argumentsSha256 !== approval.requestedSha256} then (
               select r.arguments_text from approval_revisions r
               where r.tenant_id = ${tenantId}::uuid and r.approval_id = ${id}::uuid and r.revision = 1) end as requested,
             ${agreed(approval)} as agreed, ${questionsOf(approval)} as questions`,
  );
  const place = { tenant: beside?.tenant ?? tenantId, gateway: beside?.gateway ?? gatewayId };
  return toWire(
    approval,
    { ...place, url: approvalUrl(id), reader: scope.actor.kind },
    {
      ...{ requestedText: beside?.requested, agreed: beside?.agreed, questions: beside?.questions ?? [] },
    },
  );
}
