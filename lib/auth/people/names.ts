import "server-only";
import type { Tx } from "@/lib/core/db";
import type { UserActor } from "@/lib/core/scope";
import { comparableName } from "@/lib/core/text/address";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * All names of a person: address, current and former names, and the identity provider's. People can
 * rename themselves, but not to evade the own-call check.
 */
export async function listOwnNames(tx: Tx, actor: UserActor): Promise<string[]> {
  const [row] = await tx.$queryRaw<
    { others: string[] }[]
  >`select ${otherNames(Prisma.sql`${actor.id}::uuid`)} as others`;
  return namesWith(actor, row?.others ?? []);
}

/** SQL value: further names of a person. Its aliases hide none of the statement's. */
export const otherNames = (userId: Prisma.Sql) => Prisma.sql`array(
  select linked.provider_account_id from accounts linked where linked.user_id = ${userId}
  union all select unnest(named.former_names) from users named where named.id = ${userId})`;

/** What a person goes by, with what `otherNames` found. */
export function namesWith({ email, name }: UserActor, others: readonly string[]): string[] {
  return [email, name, ...others];
}

/** Whether a gateway's text is the person's name, name and address, or address. */
export function isNamed(names: readonly string[], text: string): boolean {
  const own = new Set(names.map(comparableName).filter((name) => name !== ""));
  const said = text.normalize("NFKC");
  const ahead = said.split(/[<(]/, 1)[0] ?? "";
  return [said, ahead, ...said.split(/[\s<>()[\],;:"']+/)].some((part) => own.has(comparableName(part)));
}
