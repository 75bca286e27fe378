import * as z from "zod";
import { AXIS_MAX } from "@/lib/calls/axes/types";

// The form accepts more than is stored, because case, spacing and punctuation are dropped.
const WORD_MAX = 2 * AXIS_MAX;

const word = z.string().max(WORD_MAX, { error: `at most ${WORD_MAX} characters` });

/**
 * Sets or clears (null) the canonical word for an axis. `seen` is the value that the person saw.
 */
export const nameAxisInput = z.strictObject({
  tenantId: z.string(),
  alias: word,
  axis: word.nullable(),
  seen: z.string().max(AXIS_MAX).nullable(),
});

export type NameAxis = z.output<typeof nameAxisInput>;
