import * as z from "zod";
import { axisOf, NO_ALIASES } from "./axes";
import { AXIS_MAX } from "./types";

// Forms take more than is kept: case, spacing and punctuation go.
const WORD_MAX = 2 * AXIS_MAX;

const axis = z
  .string()
  .max(WORD_MAX, { error: `at most ${WORD_MAX} characters` })
  .transform((word) => axisOf(word, NO_ALIASES))
  .refine((word) => word !== "", { error: "a word with at least one letter or digit" });

/** What agents' word for an axis is counted as; null leaves it as it is. `seen`: what it was counted as when that was chosen. */
export const nameAxisInput = z
  .strictObject({
    tenantId: z.string(),
    alias: axis,
    axis: axis.nullable(),
    seen: z.string().max(AXIS_MAX).nullable(),
  })
  .refine((input) => input.alias !== input.axis, {
    path: ["axis"],
    error: "another word than the axis itself",
  });

export type NameAxis = z.output<typeof nameAxisInput>;

export type NameAxisInput = z.input<typeof nameAxisInput>;
