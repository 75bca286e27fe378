"use client";

import { Button } from "../button";
import { EmptyState } from "../empty-state";

/** What is said when a list or one of its rows could not be read. */
export function ReadFailed({
  words,
  digest,
  onRetry,
}: {
  words: { failedTitle: string; failedText: string; retry: string };
  digest?: string;
  onRetry: () => void;
}) {
  return (
    <div role="alert" className="grow self-center">
      <EmptyState
        icon="alert"
        title={words.failedTitle}
        action={
          <Button size="lg" onClick={onRetry}>
            {words.retry}
          </Button>
        }
      >
        {words.failedText} {digest ? <code>{digest}</code> : null}
      </EmptyState>
    </div>
  );
}
