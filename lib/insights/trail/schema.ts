import * as z from "zod";
import { NAME_MAX } from "@/lib/core/limits";
import { instant } from "@/lib/core/schema";

const ACTION = /^[a-z_]{1,60}(\.[a-z_]{1,60})?$/;

const SUBJECT = /^[a-z_]{1,60}:[^\0]{1,200}$/;

const text = z.string().max(NAME_MAX);

/** The filters of the trail, as they stand in an address. */
export const activityQuery = z.object({
  /** An id, or `system:` and a name. */
  actor: text.optional(),
  /** `approval.approved`, or a group: `approval`. */
  action: z.string().regex(ACTION).optional(),
  /** `kind:id` */
  subject: z.string().regex(SUBJECT).optional(),
  tenant: text.optional(),
  since: instant.optional(),
  until: instant.optional(),
});

export type ActivityFilter = z.output<typeof activityQuery>;

export const emptyInput = z.strictObject({});
