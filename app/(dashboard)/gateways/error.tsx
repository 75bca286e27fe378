"use client";

import { ReadFailed } from "@/components/ui/list/read-failed";

export default function GatewaysError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed title="The gateways could not be read" digest={error.digest} onRetry={reset} />;
}
