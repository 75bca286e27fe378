import * as z from "zod";
import { RISKS, type RiskWord } from "@/lib/core/wire";

/** Tools of one act of rating: more than a page of the catalogue shows. */
export const RATED_MAX = 200;

const rating = z
  .strictObject({ risk: z.enum(RISKS).nullable(), requiresConfirmation: z.boolean().nullable() })
  .nullable();

/** People's override of a tool's rating; null when there is none. A half that is null is left to the gateway's rating. */
export type Override = { risk: RiskWord | null; requiresConfirmation: boolean | null } | null;

/** One tool of an act of rating. */
export type RatingChange = {
  toolId: string;
  /** The override from now on; null takes it away. */
  to: Override;
  /** The override the person was looking at. Something else there by now: the tool is left alone. Without it, no check. */
  seen?: Override;
};

/** Overrides for one tenant, or (`tenantId` null) for all, in one transaction. `undo` marks the taking back of such an act. */
export const rateToolsInput = z.strictObject({
  tenantId: z.string().nullable(),
  changes: z
    .array(z.strictObject({ toolId: z.string(), to: rating, seen: rating }))
    .min(1)
    .max(RATED_MAX)
    .refine((changes) => new Set(changes.map(({ toolId }) => toolId)).size === changes.length, {
      error: "each tool once",
    }),
  undo: z.boolean().optional(),
});
export type RateTools = { tenantId: string | null; changes: readonly RatingChange[]; undo?: boolean };

/** What became of one tool. `stale`: somebody else rated it meanwhile; their override stands in `override`. */
export type RatedTool = {
  toolId: string;
  outcome: "rated" | "stale" | "gone";
  /** The override that holds now. */
  override: Override;
  by: string | null;
};
