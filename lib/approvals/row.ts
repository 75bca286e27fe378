import "server-only";
import { snakeName } from "@/lib/activity/wire";
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

/** Every column of the execution `e`. */
export const EXECUTION = columns("e", Prisma.ExecutionScalarFieldEnum);
