"use client";

import { ReadFailed } from "@/components/ui/list/read-failed";
import { EMPTY } from "@/components/words/rationales";

export default function RationalesError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed words={EMPTY} digest={error.digest} onRetry={reset} />;
}
