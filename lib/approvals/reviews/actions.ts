"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { closeReview as close } from "./commands";
import { closeReviewInput } from "./schema";
import type { CloseReview, ReviewClosed } from "./types";

/** Closes a review with a verdict and a note. */
export async function closeReview(
  input: CloseReview,
): Promise<({ ok: true } & ReviewClosed) | ActionRefusal> {
  return personAction(closeReviewInput, input, close);
}
