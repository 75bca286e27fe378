import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * Whether a yes (alias `v`) on a call (alias `a`) is signed as far as it has to be at this moment. One that was given with a passkey counts
 * as long as the person has that passkey; one without counts unless the tenant wants critical calls signed by now. What the call's own
 * policies ask for was asked of every vote.
 */
export function isSignedEnough(v: Prisma.Sql, a: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(
    (select exists (select 1 from passkeys k where k.id = s.passkey_id and k.user_id = ${v}.user_id)
     from vote_signatures s where s.tenant_id = ${v}.tenant_id and s.vote_id = ${v}.id),
    ${a}.risk <> 'critical' or not exists (
      select 1 from tenant_settings w where w.tenant_id = ${a}.tenant_id and w.critical_needs_passkey))`;
}
