import { recordActivity } from "@/lib/activity/record";
import { assertItIsThem } from "@/lib/auth/passkeys/proof";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getTenantByKey } from "@/lib/tenants/queries";
import { assertMayAdminister, assertMayAdministerAll } from "@/lib/tenants/rules";
import { saveSetting } from "../settings";
import { checkSlack } from "./check";
import { LINK_MINUTES, readLinkToken } from "./link-token";
import type { SlackSecretsInput } from "./schema";
import { findStored } from "./settings";
import type { SlackCheck, SlackUpTo } from "./types";

/**
 * Stores the secrets that were typed; the others stay.
 * @throws DomainError FORBIDDEN
 */
export async function saveSlackSecrets(scope: UserScope, typed: SlackSecretsInput): Promise<object> {
  assertMayAdministerAll(scope, "set up how people are notified");
  const kept = await findStored();
  await saveSetting(scope, "slack", {
    botToken: typed.botToken || kept.botToken,
    appToken: typed.appToken || kept.appToken,
    signingSecret: typed.signingSecret || kept.signingSecret,
  });
  return {};
}

/** @throws DomainError FORBIDDEN */
export async function removeSlackSecrets(scope: UserScope): Promise<object> {
  await saveSetting(scope, "slack", null);
  return {};
}

/**
 * Asks Slack whether it accepts the secrets in force.
 * @throws DomainError FORBIDDEN
 */
export async function testSlack(scope: UserScope): Promise<{ checks: SlackCheck[] }> {
  assertMayAdministerAll(scope, "test how people are notified");
  return { checks: await checkSlack() };
}

/**
 * Lets the calls of a tenant be decided in Slack up to a risk; null: none.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function setSlackUpTo(
  scope: UserScope,
  { tenant: key, upTo }: { tenant: string; upTo: SlackUpTo | null },
): Promise<object> {
  assertMayAdminister(scope, "change what is decided in Slack");
  const { id: tenantId } = await getTenantByKey(scope, key);
  await change(scope, async (tx) => {
    const before = await tx.slackDecision.findUnique({ where: { tenantId } });
    if ((before?.upTo ?? null) === upTo) return;
    if (upTo === null) await tx.slackDecision.deleteMany({ where: { tenantId } });
    else {
      const row = { upTo, changedAt: new Date() };
      await tx.slackDecision.upsert({ where: { tenantId }, create: { tenantId, ...row }, update: row });
    }
    const details = { up_to: { from: before?.upTo ?? "none", to: upTo ?? "none" } };
    await recordActivity(
      tx,
      scope,
      "tenant.slack_changed",
      { kind: "tenant", id: tenantId, tenantId },
      details,
    );
  });
  return {};
}

/**
 * Links the Slack account that the token names to the caller, in place of an earlier one. The same proof as for a passkey is
 * asked for: the account outlives the session.
 * @returns `was`: it is linked already, and nothing was changed
 * @throws DomainError GONE for a token that is over or was used, CONFLICT if it is another person's account, and as
 * `assertItIsThem`
 */
export async function linkSlackAccount(
  scope: UserScope,
  { token, password }: { token: string; password?: string },
): Promise<{ name: string; was: boolean }> {
  const link = readLinkToken(token);
  if (!link)
    throw new DomainError("GONE", `This link is over: it works for ${LINK_MINUTES} minutes. ${NEW_LINK}`);
  if (scope.actor.via !== "session")
    throw new DomainError("FORBIDDEN", "Slack accounts are linked in the app.");
  await assertItIsThem(password, scope);
  const { teamId, slackUserId, name, team } = link.member;
  const { id: userId, credentialId: linkedIn } = scope.actor;
  return change(scope, async (tx) => {
    await holdSession(tx, scope);
    const isFirst = await useOnce(tx, link.id);
    const own = await tx.slackAccount.findUnique({ where: { userId } });
    if (own?.teamId === teamId && own.slackUserId === slackUserId) return { name, was: true };
    if (!isFirst) throw new DomainError("GONE", `This link was used before: it works once. ${NEW_LINK}`);
    await tx.slackAccount.deleteMany({ where: { userId } });
    const linked = await tx.$executeRaw`
      insert into slack_accounts (user_id, team_id, slack_user_id, name, linked_in)
      values (${userId}::uuid, ${teamId}, ${slackUserId}, ${name}, ${linkedIn}::uuid)
      on conflict (team_id, slack_user_id) do nothing`;
    if (linked === 0)
      throw new DomainError(
        "CONFLICT",
        "This Slack account is linked to another person. Nothing was changed; they can unlink it in their profile.",
      );
    const subject = { kind: "slack_account", id: userId };
    await recordActivity(tx, scope, "slack_account.linked", subject, { name, team, slack_user: slackUserId });
    return { name, was: false };
  });
}

const NEW_LINK = "Nothing was changed; type /countersign in Slack for a new one.";

/** An act that ends the session meanwhile waits, and then also ends what was linked. */
async function holdSession(tx: Tx, { actor }: UserScope): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`
    select 1 from users u join sessions s on s.user_id = u.id
    where u.id = ${actor.id}::uuid and s.id = ${actor.credentialId}::uuid for no key update of u for share of s`;
  if (held.length > 0) return;
  throw new DomainError(
    "FORBIDDEN",
    "This browser was signed out meanwhile. Nothing was changed; sign in again.",
  );
}

/** @returns whether the link was not used before */
async function useOnce(tx: Tx, id: string): Promise<boolean> {
  await tx.$executeRaw`delete from used_slack_links where used_at < clock_timestamp() - interval '1 day'`;
  const used =
    await tx.$executeRaw`insert into used_slack_links (id) values (${id}::uuid) on conflict do nothing`;
  return used === 1;
}

export async function unlinkSlackAccount(scope: UserScope): Promise<object> {
  const { id: userId } = scope.actor;
  await change(scope, async (tx) => {
    const [row] = await tx.$queryRaw<{ name: string }[]>`
      delete from slack_accounts where user_id = ${userId}::uuid returning name`;
    if (!row) return;
    const subject = { kind: "slack_account", id: userId };
    await recordActivity(tx, scope, "slack_account.unlinked", subject, { name: row.name });
  });
  return {};
}
