import * as z from "zod";
import { REASON_MAX } from "./types";

const finding = {
  toolId: z.string(),
  version: z.int().min(1),
  code: z.string().min(1).max(100),
  pointer: z.string().max(5_000),
};

/** A person mutes a finding until the next version, and says why. */
export const muteFindingInput = z.strictObject({
  ...finding,
  reason: z
    .string()
    .trim()
    .min(3, { error: "say in a few words why" })
    .max(REASON_MAX, { error: `at most ${REASON_MAX} characters` }),
});

export type MuteFinding = z.output<typeof muteFindingInput>;

/** A person wants to see a muted finding again. */
export const unmuteFindingInput = z.strictObject(finding);
