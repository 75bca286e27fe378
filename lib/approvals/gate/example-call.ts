import "server-only";
import { secretSpans } from "@/lib/arguments/secrets";
import { read } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import { parseJson } from "@/lib/core/json/parse";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { ANY_DECIDER, EVERY_CALL, POLICY_NAME_MAX, type Policy } from "@/lib/policies/types";

type AskedRow = {
  tenant: string;
  gateway: string;
  provider: string | null;
  tool: string;
  agent: string | null;
  model: string | null;
  onBehalfOf: string | null;
  risk: string | null;
  rationale: string | null;
  facts: Prisma.JsonValue;
  argumentsText: string;
};

/**
 * A held call as JSON for policy tests, as its gateway would send it, without secrets: by id, or
 * the newest. Null if there is none that this person may see.
 */
export async function findCallAsAsked(scope: UserScope, id?: string): Promise<string | null> {
  if (id !== undefined && !isId(id)) return null;
  const which = id === undefined ? Prisma.empty : Prisma.sql`and a.id = ${id}::uuid`;
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<AskedRow[]>`
      select t.key as tenant, g.name as gateway, a.provider, a.tool, a.agent, a.model, a.on_behalf_of as "onBehalfOf",
             case when a.risk_source = 'request' then a.risk::text end as risk, a.rationale, a.facts,
             a.arguments_text as "argumentsText"
      from approvals a join tenants t on t.id = a.tenant_id join gateways g on g.id = a.gateway_id
      where a.tenant_id = any(${[...scope.tenants]}::uuid[]) ${which}
      order by a.id desc limit 1`,
  );
  return row ? asJson(row) : null;
}

/**
 * A policy that holds calls like a stored one: to its tool, in its tenant and gateway. Null if
 * there is no such call that this person may see.
 */
export async function policyToWait(
  scope: UserScope,
  id: string,
  taken: readonly { name: string }[],
): Promise<Policy | null> {
  if (!isId(id)) return null;
  const [row] = await read(
    scope,
    (tx) => tx.$queryRaw<Pick<AskedRow, "tenant" | "gateway" | "provider" | "tool">[]>`
      select t.key as tenant, g.name as gateway, a.provider, a.tool
      from approvals a join tenants t on t.id = a.tenant_id join gateways g on g.id = a.gateway_id
      where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = ${id}::uuid`,
  );
  if (!row) return null;
  const { tenant, gateway, provider, tool } = row;
  const providers = provider === null ? [] : [provider];
  const match = { ...EVERY_CALL, tenants: [tenant], gateways: [gateway], providers, tools: [tool] };
  const name = freeName(`Calls to ${tool} wait`.slice(0, POLICY_NAME_MAX - 3).trim(), taken);
  return { name, on: true, match, action: "require", require: ANY_DECIDER };
}

function freeName(name: string, taken: readonly { name: string }[]): string {
  const names = new Set(taken.map((one) => one.name.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name} ${count}`;
    if (!names.has(tried.toLowerCase())) return tried;
  }
}

/** Arguments stay text: their numbers may have more digits than JavaScript can hold. */
function asJson({ onBehalfOf, argumentsText, ...row }: AskedRow): string {
  const members = Object.entries({ ...row, on_behalf_of: onBehalfOf }).filter(([, value]) => value !== null);
  const lines = members.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return `{\n${lines.join("\n")}\n  "arguments": ${withoutSecrets(argumentsText)}\n}\n`;
}

/** The same text with likely secrets masked, as on the call's own page. */
function withoutSecrets(text: string): string {
  let shown = "";
  let at = 0;
  for (const { start, end, length } of secretSpans(parseJson(text))) {
    shown += `${text.slice(at, start)}${JSON.stringify(`(hidden, ${length} characters)`)}`;
    at = end;
  }
  return shown + text.slice(at);
}
