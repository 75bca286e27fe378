import { recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { openIssueIn } from "@/lib/feedback/manual-issues";
import { issueRef } from "@/lib/feedback/rules";
import { SHOWN_NAME } from "../columns";
import { RATIONALE_JUDGES } from "../runs/types";
import { QUOTES } from "../types";
import { type FactBefore, factsBefore } from "./commands";
import { anchorIntents } from "./members";
import type { IssueOfIntent } from "./schema";
import { goesOnFrom, keepAct, lockOwnIntents, ofTenant, whyNot } from "./snapshots";
import type { Acted } from "./types";

type Issued = FactBefore & {
  revision: number;
  name: string;
  calls: number;
  failed: number;
  held: number;
  templates: number;
  tools: string[];
  key: string;
};

/**
 * Creates a feedback issue from an intent, with its figures and wordings as the person's first
 * comment. The issue counts no report, because no agent made one.
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT if there is an issue already, STALE_VIEW if
 * another person acted on it
 */
export async function openIntentIssue(
  scope: UserScope,
  target: IssueOfIntent,
): Promise<Acted & { issue: { id: string; ref: string } }> {
  requireRole(scope, ...RATIONALE_JUDGES);
  const issueId = newId();
  const { tenantId, id } = target;
  return change(scope, async (tx) => {
    await lockOwnIntents(tx, scope, tenantId);
    const revision = await goesOnFrom(tx, scope, target);
    const [row] = await tx.$queryRaw<Issued[]>`
      update intents i set issue_id = ${issueId}::uuid, revision = o.revision + 1 from intents o
      where ${ofTenant(scope, tenantId)} and i.id = ${id}::uuid and i.revision = ${revision}::int and i.issue_id is null
        and o.tenant_id = i.tenant_id and o.id = i.id and o.revision = i.revision
      returning ${factsBefore("issue")}, i.revision, ${SHOWN_NAME} as name, i.calls, i.failed, i.held, i.templates, i.tools,
        (select t.key from tenants t where t.id = i.tenant_id) as key`;
    if (!row) throw await noIssue(tx, scope, { tenantId, id });
    const tool = row.tools[0] ?? "";
    const opened = {
      ...{ id: issueId, tenantId, provider: await providerOf(tx, tenantId, id, tool), tool },
      ...{
        title: `Intent: ${row.name}`,
        text: issueText(row, await wordingsOf(tx, tenantId, id)),
      },
    };
    const { number, deeds } = await openIssueIn(tx, scope, opened);
    const ref = issueRef(number, row.key);
    await anchorIntents(tx, scope, tenantId, [id]);
    const before = { before: row.before, after: row.after } satisfies FactBefore;
    const actId = await keepAct(tx, scope, {
      tenantId,
      intentId: id,
      kind: "issue",
      says: { issue: ref },
      before,
    });
    const about = { kind: "intent", id, tenantId };
    const deed = { action: "intent.issued", subject: about, details: { name: row.name, issue: ref } };
    await recordActivities(tx, scope, [...deeds, deed]);
    return { id, revision: row.revision, actId, issue: { id: issueId, ref } };
  });
}

async function noIssue(tx: Tx, scope: UserScope, at: { tenantId: string; id: string }): Promise<DomainError> {
  const [issued] = await tx.$queryRaw<{ id: string }[]>`
    select i.issue_id as id from intents i where ${ofTenant(scope, at.tenantId)} and i.id = ${at.id}::uuid and i.issue_id is not null`;
  if (issued)
    return new DomainError(
      "CONFLICT",
      "There is a feedback issue of this intent already. Nothing was changed.",
    );
  return whyNot(tx, scope, at);
}

async function providerOf(tx: Tx, tenantId: string, id: string, tool: string): Promise<string> {
  const [row] = await tx.$queryRaw<{ provider: string }[]>`
    select t.provider from rationale_templates t
    where t.tenant_id = ${tenantId}::uuid and t.intent_id = ${id}::uuid and t.tool = ${tool}
    group by 1 order by sum(t.calls) desc, 1 limit 1`;
  return row?.provider ?? "";
}

/**
 * The rationale in its middle, then the most frequent of each tool. Templates, because retention
 * removes rationales and leaves comments.
 */
async function wordingsOf(tx: Tx, tenantId: string, id: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ text: string }[]>`
    select r.text from (
      select t.text, t.calls, t.id, t.id = i.medoid_id as middle, row_number() over (partition by t.tool order by t.calls desc, t.id) as place
      from rationale_templates t join intents i on i.tenant_id = t.tenant_id and i.id = t.intent_id
      where t.tenant_id = ${tenantId}::uuid and t.intent_id = ${id}::uuid) r
    order by r.middle desc, r.place, r.calls desc, r.id limit ${QUOTES}::int`;
  return rows.map(({ text }) => text);
}

function issueText(
  { name, calls, failed, held, templates, tools }: Issued,
  wordings: readonly string[],
): string {
  const figure = (count: number) => count.toLocaleString("en");
  return (
    [
      `An intent that agents call tools for, made an issue by a person; no agent reported it: ${name}.`,
      `- ${figure(calls)} calls, said in ${figure(templates)} ways; ${figure(failed)} of the calls failed, ${figure(held)} waited for a person.`,
      `- Tools: ${tools.join(", ")}.`,
      ...wordings.map((wording) => `- Agents said: “${wording}”`),
    ]
      .join("\n")
      // Text from agents must not mention anyone.
      .replaceAll("@", "(at)")
  );
}
