"use client";

import { ActivityFailed } from "@/components/activity/failed";

export default function ActivityError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ActivityFailed digest={error.digest} onRetry={reset} />;
}
