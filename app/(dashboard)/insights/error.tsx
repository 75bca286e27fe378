"use client";

import { ReadFailed } from "@/components/ui/list/read-failed";

export default function InsightsError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed title="The insights could not be read" digest={error.digest} onRetry={reset} />;
}
