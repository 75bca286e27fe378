import { PERSON, type PersonRow, personScope } from "@/lib/auth/credentials/person-scope";
import { read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { listTenants } from "@/lib/tenants/queries";
import type { LinkedSlack, SlackMember, SlackTenant, SlackUpTo } from "./types";

const system = systemScope("slack");

/** The scope of the person whose Slack account this is, as of now; null if none is linked or they are disabled. */
export async function findSlackScope({
  teamId,
  slackUserId,
}: Pick<SlackMember, "teamId" | "slackUserId">): Promise<UserScope | null> {
  const [row] = await read(
    system,
    (tx) => tx.$queryRaw<PersonRow[]>`
      select ${PERSON} from slack_accounts s join users u on u.id = s.user_id
      where s.team_id = ${teamId} and s.slack_user_id = ${slackUserId} and u.disabled_at is null`,
  );
  return row ? personScope(row, "slack", `slack:${teamId}:${slackUserId}`) : null;
}

/** The caller's linked account. */
export async function getOwnSlack(scope: UserScope): Promise<LinkedSlack | null> {
  const { id: userId } = scope.actor;
  return read(scope, (tx) =>
    tx.slackAccount.findUnique({
      where: { userId },
      select: { teamId: true, slackUserId: true, name: true, linkedAt: true },
    }),
  );
}

/** Whether an account was linked by this link already. */
export async function isLinkUsed(scope: UserScope, id: string): Promise<boolean> {
  return (await read(scope, (tx) => tx.usedSlackLink.count({ where: { id } }))) > 0;
}

/** What the tenants of the scope let people decide in Slack. */
export async function listSlackTenants(scope: UserScope): Promise<SlackTenant[]> {
  const tenants = await listTenants(scope);
  const ids = tenants.map(({ id }) => id);
  const rows = await read(scope, (tx) => tx.slackDecision.findMany({ where: { tenantId: { in: ids } } }));
  const upTo = new Map(rows.map((row) => [row.tenantId, row.upTo as SlackUpTo]));
  return tenants.map(({ id, key, name }) => ({ key, name, upTo: upTo.get(id) ?? null }));
}
