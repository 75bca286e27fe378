import { pathOfPointer } from "@/lib/arguments/leaves";
import { read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { findBudgetBeyond } from "../current-policies";
import { isNamedBy } from "../deciders/eligibility";
import { assertDecider } from "../rules";
import {
  argumentsOf,
  assertMayRemember,
  fitsText,
  lengthOf,
  makeParts,
  nearestMisfit,
  partWords,
} from "./rules";
import { BACKTEST_CALLS_MAX, BACKTEST_DAYS, type Part, type Remember, type RememberPreview } from "./types";

// A back-test skips longer arguments, so that it reads only a few megabytes.
const READ_MAX = 16 * 1024;

/**
 * Which calls a rule made from a call would let through, and would have let through. Stores
 * nothing.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT where no rule can be made, VALIDATION_ERROR
 */
export function previewRule(
  scope: UserScope,
  { id, remember }: { id: string; remember: Remember },
): Promise<RememberPreview> {
  assertDecider(scope);
  return read(scope, async (tx) => {
    const approval = isId(id)
      ? await tx.approval.findFirst({ where: { tenantId: { in: [...scope.tenants] }, id } })
      : null;
    if (!approval) throw new DomainError("NOT_FOUND", "There is no such approval.");
    assertMayRemember(approval, await findBudgetBeyond(tx, approval));
    if (await isNamedBy(tx, scope.actor, approval))
      throw new DomainError(
        "CONFLICT",
        "The call is made on your behalf, so another person has to make a rule.",
      );
    const root = parseJson(approval.argumentsText);
    const parts = makeParts(root, remember.arguments);
    const lengths = new Map(argumentsOf(root).map(({ path, node }) => [path, lengthOf(node)]));
    return {
      parts: parts.map(({ path, kind, shown, is }) => ({
        ...{ path, kind, shown, is },
        label: pathOfPointer(path),
        length: lengths.get(path) ?? null,
      })),
      words: parts.map((part) => `${pathOfPointer(part.path)}: ${partWords(part)}`),
      passes: passing(approval, remember, parts),
      waits: nearestMisfit(parts),
      backtest: await backtest(tx, approval, remember, parts),
    };
  });
}

function passing({ tool, agent }: Approval, { anyAgent }: Remember, parts: readonly Part[]): string {
  const by = anyAgent ? "from any agent" : agent === null ? "without an agent’s name" : `from ${agent}`;
  const vary = parts.filter(({ is }) => is !== "fixed");
  const how = vary.map((part) => `${pathOfPointer(part.path)} ${partWords(part)}`).join("; ");
  return `This very call to ${tool}, asked again ${by}${how === "" ? "" : `, also with ${how}`}`;
}

type Past = {
  text: string | null;
  agent: string | null;
  onBehalfOf: string | null;
  refused: boolean;
  isRecent: boolean;
};

/** The newest calls of the tool, with their agents' arguments. Bounded, by one index. */
async function backtest(
  tx: Tx,
  { id, tenantId, gatewayId, provider, tool, agent, onBehalfOf, risk }: Approval,
  { anyAgent }: Remember,
  parts: readonly Part[],
): Promise<RememberPreview["backtest"]> {
  const rows = await tx.$queryRaw<Past[]>`
    with newest as materialized (
      select a.* from approvals a where a.tenant_id = ${tenantId}::uuid and a.tool = ${tool} and a.id <> ${id}::uuid
      order by a.id desc limit ${BACKTEST_CALLS_MAX + 1}::int)
    select case when octet_length(coalesce(f.arguments_text, n.arguments_text)) <= ${READ_MAX}::int
                then coalesce(f.arguments_text, n.arguments_text) end as text,
           n.agent, n.on_behalf_of as "onBehalfOf",
           n.decision in ('rejected', 'changes_requested') and n.held_because <> 'policy_denied' as refused,
           n.created_at > clock_timestamp() - make_interval(days => ${BACKTEST_DAYS}::int)
             and n.gateway_id = ${gatewayId}::uuid and n.provider is not distinct from ${provider}::text
             and n.risk::text = ${risk} as "isRecent"
    from newest n left join approval_revisions f
      on f.tenant_id = n.tenant_id and f.approval_id = n.id and f.revision = 1 and n.revision > 1
    order by n.id desc`;
  const looked = rows.slice(0, BACKTEST_CALLS_MAX).filter(({ isRecent }) => isRecent);
  const passed = looked.filter(
    (one) =>
      (anyAgent || one.agent === agent) &&
      one.onBehalfOf === onBehalfOf &&
      one.text !== null &&
      fitsSafely(parts, one.text),
  );
  return {
    days: BACKTEST_DAYS,
    calls: looked.length,
    passed: passed.length,
    refused: passed.filter(({ refused }) => refused).length,
    complete: rows.length <= BACKTEST_CALLS_MAX && looked.every(({ text }) => text !== null),
  };
}

function fitsSafely(parts: readonly Part[], text: string): boolean {
  try {
    return fitsText(parts, text);
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}
