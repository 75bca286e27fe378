import * as z from "zod";
import { FINDING_CODES, POINTER_MAX } from "@/gateway/lint/types";
import { saidText } from "@/lib/core/text/blank";
import { CALL_CODES, REASON_MAX } from "./types";

/** What is wrong, by definition or by calls. */
export const findingCode = z.enum([...CALL_CODES, ...FINDING_CODES]);

/** Where in a definition. */
export const findingPointer = z.string().max(POINTER_MAX);

/** Why a finding is muted. */
export const muteReason = z
  .string()
  .overwrite(saidText)
  .min(3, { error: "say in a few words why" })
  .max(REASON_MAX, { error: `at most ${REASON_MAX} characters` });

const finding = {
  toolId: z.string(),
  version: z.int().min(1),
  code: findingCode,
  pointer: findingPointer,
};

/** A person mutes a finding until the next version, and says why. */
export const muteFindingInput = z.strictObject({
  ...finding,
  reason: muteReason,
});

export type MuteFinding = z.output<typeof muteFindingInput>;

/** A person wants to see a muted finding again. */
export const unmuteFindingInput = z.strictObject(finding);
