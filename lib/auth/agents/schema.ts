import * as z from "zod";
import { shortName } from "@/lib/core/schema";
import { emailSchema } from "../schema";

/** PUT /api/v1/agents, and what a server action accepts. */
export const nameOwnerSchema = z.strictObject({
  tenant: shortName.describe("Its key."),
  agent: shortName.describe("As its calls name it; upper and lower case are the same."),
  owner: emailSchema.nullable().describe("The address of a person; null: nobody owns it any more."),
  seen: emailSchema
    .nullable()
    .optional()
    .describe(
      "The owner that you saw; null: nobody. If it is another one by now, nothing is changed. Left out: whoever it is.",
    ),
});
