import * as z from "zod";
import { FINDING_CODES, POINTER_MAX } from "@/gateway/lint/types";
import { saidText } from "@/lib/core/text/blank";
import { CALL_CODES, REASON_MAX } from "./types";

export const findingCode = z.enum([...CALL_CODES, ...FINDING_CODES]);

export const findingPointer = z.string().max(POINTER_MAX);

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

export const muteFindingInput = z.strictObject({
  ...finding,
  reason: muteReason,
});

export type MuteFinding = z.output<typeof muteFindingInput>;

export const unmuteFindingInput = z.strictObject(finding);
