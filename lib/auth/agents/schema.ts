import * as z from "zod";
import { shortName } from "@/lib/core/schema";
import { emailSchema } from "../schema";

export const nameOwnerSchema = z.strictObject({
  tenant: shortName.describe("Its key."),
  agent: shortName.describe("As its calls name it; upper and lower case are the same."),
  owner: emailSchema.nullable().describe("The address of the new owner; null removes the owner."),
  seen: emailSchema
    .nullable()
    .optional()
    .describe(
      "The owner that you saw; null for none. If the owner is another one by now, nothing changes. Left out: any owner.",
    ),
});
