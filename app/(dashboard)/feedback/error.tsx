"use client";

import { ReadFailed } from "@/components/ui/list/read-failed";
import { EMPTY } from "@/components/words/feedback";

export default function FeedbackError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed words={EMPTY} digest={error.digest} onRetry={reset} />;
}
