"use client";

import { EMPTY } from "@/components/copy/rationales";
import { ReadFailed } from "@/components/evidence/read-failed";

export default function RationalesError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ReadFailed words={EMPTY} digest={error.digest} onRetry={reset} />;
}
