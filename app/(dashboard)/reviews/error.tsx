"use client";

import { ReadFailed } from "@/components/ui/list/read-failed";

export default function ReviewsError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed title="The reviews could not be read" digest={error.digest} onRetry={reset} />;
}
