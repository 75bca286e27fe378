import { invalid } from "@/lib/core/errors";
import { KEPT_TEXTS, type Kept, type Retention } from "./types";

const WORDS = { rationales: "rationales", arguments: "arguments" };

/**
 * No text is kept longer than its call.
 * @param changed the settings to change, which the error is about
 * @throws DomainError VALIDATION_ERROR
 */
export function assertInOrder(retention: Retention, changed: readonly Kept[]): void {
  const { calls } = retention;
  if (calls === null) return;
  for (const text of KEPT_TEXTS) {
    const days = retention[text];
    if (days === null || days <= calls) continue;
    const named = changed.includes(text);
    throw invalid(
      named ? `/change/${text}` : "/change/calls",
      named ? "too_big" : "too_small",
      named
        ? `The calls themselves are kept for ${calls} days, so their ${WORDS[text]} cannot be kept for ${days}. Nothing was saved.`
        : `The ${WORDS[text]} of calls are kept for ${days} days, so the calls cannot go after ${calls}. Nothing was saved; shorten the time for ${WORDS[text]} first.`,
      named ? `at most ${calls} days` : `at least ${days} days`,
    );
  }
}
