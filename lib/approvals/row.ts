import "server-only";
import { columns } from "@/lib/core/columns";
import { Prisma } from "@/lib/generated/prisma/client";

// Whole rows for statements that change and return them at once, with Prisma's column names.

export const APPROVAL = columns("a", Object.keys(Prisma.ApprovalScalarFieldEnum));

export const VOTE = columns("v", Object.keys(Prisma.VoteScalarFieldEnum));

/** The name of the absent person that the vote `v` was given for. */
export const DEPUTY_FOR_NAME = Prisma.sql`(select p.name from users p where p.id = v.deputy_for)`;

export const SIGNED_VOTE = Prisma.sql`(
  select s.signed from vote_signatures s where s.tenant_id = v.tenant_id and s.vote_id = v.id)`;

export const EXECUTION = columns("e", Object.keys(Prisma.ExecutionScalarFieldEnum));
