import * as z from "zod";
import { AXIS_MAX } from "@/lib/calls/axes/types";

// Forms take more than is kept: case, spacing and punctuation go.
const WORD_MAX = 2 * AXIS_MAX;

const word = z.string().max(WORD_MAX, { error: `at most ${WORD_MAX} characters` });

/** What tools' word for an axis is counted as; null leaves it as it is. `seen`: what it was counted as when that was chosen. */
export const nameAxisInput = z.strictObject({
  tenantId: z.string(),
  alias: word,
  axis: word.nullable(),
  seen: z.string().max(AXIS_MAX).nullable(),
});

export type NameAxis = z.output<typeof nameAxisInput>;
