"use client";

import { ReadFailed } from "@/components/ui/list/read-failed";

export default function PoliciesError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed title="The policies could not be read" digest={error.digest} onRetry={reset} />;
}
