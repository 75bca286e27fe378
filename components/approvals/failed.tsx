"use client";

import { FAILED } from "@/components/copy/approvals/failed";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** What is said when the list or a call could not be read. */
export function ApprovalsFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grow self-center">
      <EmptyState
        icon="alert"
        title={FAILED.failedTitle}
        action={
          <Button size="lg" onClick={onRetry}>
            {FAILED.retry}
          </Button>
        }
      >
        {FAILED.failedText} {digest ? <code>{digest}</code> : null}
      </EmptyState>
    </div>
  );
}
