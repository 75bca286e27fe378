"use client";

import { DATABASE_AWAY } from "@/lib/core/away";
import { Button } from "../button";
import { DatabaseAway } from "../database-away";
import { EmptyState } from "../empty-state";

/** What is said when a list or one of its rows could not be read. */
export function ReadFailed({
  title,
  digest,
  onRetry,
}: {
  title: string;
  digest?: string;
  onRetry: () => void;
}) {
  if (digest === DATABASE_AWAY) return <DatabaseAway />;
  return (
    <div role="alert" className="grow self-center">
      <EmptyState
        icon="alert"
        title={title}
        action={
          <Button size="lg" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Nothing was changed. Try again; if it keeps failing, give an administrator this id:{" "}
        {digest ? <code>{digest}</code> : null}
      </EmptyState>
    </div>
  );
}
