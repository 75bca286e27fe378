import "server-only";
import { snakeName } from "@/lib/core/casing";
import { Prisma } from "@/lib/generated/prisma/client";

// Whole rows of statements that change and return them at once, under the names that Prisma gives the columns.

const columns = (alias: string, names: object) =>
  Prisma.raw(
    Object.keys(names)
      .map((name) => `${alias}.${snakeName(name)} as "${name}"`)
      .join(", "),
  );

/** Every column of the approval `a`. */
export const APPROVAL = columns("a", Prisma.ApprovalScalarFieldEnum);

/** Every column of the vote `v`. */
export const VOTE = columns("v", Prisma.VoteScalarFieldEnum);

/** What the person is called in whose place the vote `v` was given. */
export const DEPUTY_FOR_NAME = Prisma.sql`(select p.name from users p where p.id = v.deputy_for)`;

/** The signature of the vote `v`; null where it has none. */
export const SIGNED_VOTE = Prisma.sql`(
  select s.signed from vote_signatures s where s.tenant_id = v.tenant_id and s.vote_id = v.id)`;

/** Every column of the execution `e`. */
export const EXECUTION = columns("e", Prisma.ExecutionScalarFieldEnum);
