import "server-only";
import type { Tx } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { mentionedIn } from "./rules";
import { MENTIONED_MAX } from "./types";

/** Whether a person (alias `u`) sees a tenant: active, and of all tenants or a member. */
export const seesTenant = (tenant: Prisma.Sql) => Prisma.sql`u.disabled_at is null and (u.all_tenants
  or exists (select 1 from memberships b where b.user_id = u.id and b.tenant_id = ${tenant}))`;

/** The people that the text mentions, of those who see the tenant, without its author. */
export async function mentionsOf(
  tx: Tx,
  scope: UserScope,
  tenantId: string,
  text: string,
  pointer: string,
): Promise<string[]> {
  // The same letter may be one character or two.
  const said = text.normalize("NFC");
  const people = await tx.$queryRaw<{ id: string; name: string; email: string }[]>`
    select u.id, u.name, u.email from users u
    where ${seesTenant(Prisma.sql`${tenantId}::uuid`)}
      and (position('@' || lower(normalize(u.name, NFC)) in lower(${said})) > 0
        or position('@' || lower(normalize(u.email, NFC)) in lower(${said})) > 0)`;
  const found = mentionedIn(text, people).filter((id) => id !== scope.actor.id);
  if (found.length > MENTIONED_MAX)
    throw invalid(
      pointer,
      "too_many_mentions",
      `A comment mentions at most ${MENTIONED_MAX} people. Nothing was written.`,
      `at most ${MENTIONED_MAX} people`,
    );
  return found;
}
