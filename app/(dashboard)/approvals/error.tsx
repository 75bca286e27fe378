"use client";

import { ApprovalsFailed } from "@/components/approvals/failed";

export default function ApprovalsError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <ApprovalsFailed digest={error.digest} onRetry={reset} />;
}
