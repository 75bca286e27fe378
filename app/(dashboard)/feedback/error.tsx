"use client";

import { EMPTY } from "@/components/copy/feedback";
import { ReadFailed } from "@/components/evidence/read-failed";

export default function FeedbackError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed words={EMPTY} digest={error.digest} onRetry={reset} />;
}
