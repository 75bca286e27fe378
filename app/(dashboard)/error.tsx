"use client";

import { FAILED } from "@/components/copy/failed";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** A page that failed, inside the frame: the rest stays at hand. The digest stands in the server's log beside the cause. */
export default function DashboardError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={FAILED.title}
        action={
          <Button variant="primary" onClick={reset}>
            {FAILED.retry}
          </Button>
        }
      >
        <p>{FAILED.nothingChanged}</p>
        {error.digest && (
          <p className="mt-3">
            {FAILED.errorId} <code className="select-all">{error.digest}</code>
          </p>
        )}
      </EmptyState>
    </div>
  );
}
