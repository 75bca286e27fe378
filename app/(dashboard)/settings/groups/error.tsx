"use client";

import { PeopleFailed } from "@/components/people/failed";

export default function GroupsError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PeopleFailed digest={error.digest} onRetry={reset} />;
}
