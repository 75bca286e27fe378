import * as z from "zod";
import { REASON_MAX } from "./types";

/** Characters of a place in a definition. */
export const POINTER_MAX = 5_000;

/** Why a finding is muted. */
export const muteReason = z
  .string()
  .trim()
  .min(3, { error: "say in a few words why" })
  .max(REASON_MAX, { error: `at most ${REASON_MAX} characters` });

const finding = {
  toolId: z.string(),
  version: z.int().min(1),
  code: z.string().min(1).max(100),
  pointer: z.string().max(POINTER_MAX),
};

/** A person mutes a finding until the next version, and says why. */
export const muteFindingInput = z.strictObject({
  ...finding,
  reason: muteReason,
});

export type MuteFinding = z.output<typeof muteFindingInput>;

/** A person wants to see a muted finding again. */
export const unmuteFindingInput = z.strictObject(finding);
