"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PAGE } from "./copy";

/** What is said when the list or a call could not be read. */
export function ApprovalsFailed({ digest, onRetry }: { digest?: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grow self-center">
      <EmptyState
        icon="alert"
        title={PAGE.failedTitle}
        action={
          <Button size="lg" onClick={onRetry}>
            {PAGE.retry}
          </Button>
        }
      >
        {PAGE.failedText} {digest ? <code>{digest}</code> : null}
      </EmptyState>
    </div>
  );
}
