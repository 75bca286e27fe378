"use client";

import { ReadFailed } from "@/components/ui/list/read-failed";

export default function FeedbackError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed title="The feedback could not be read" digest={error.digest} onRetry={reset} />;
}
