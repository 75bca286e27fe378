"use client";

import { DATABASE_AWAY } from "@/lib/core/away";
import { Button } from "../button";
import { DatabaseAway } from "../database-away";
import { EmptyState } from "../empty-state";

/** The props Next gives an `error.tsx`. */
export type FailedProps = { error: Error & { digest?: string }; reset: () => void };

/** The component of an `error.tsx`: which list or row could not be read. */
export function readFailed(title: string) {
  return function ReadFailed({ error: { digest }, reset }: FailedProps) {
    if (digest === DATABASE_AWAY) return <DatabaseAway />;
    return (
      <div role="alert" className="grow self-center">
        <EmptyState
          icon="alert"
          title={title}
          action={
            <Button size="lg" onClick={reset}>
              Try again
            </Button>
          }
        >
          Nothing was changed. Try again; if it keeps failing, give an administrator this id:{" "}
          {digest ? <code>{digest}</code> : null}
        </EmptyState>
      </div>
    );
  };
}
