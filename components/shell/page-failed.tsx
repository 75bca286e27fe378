"use client";

import { buttonLook } from "@/components/ui/button-look";
import { DatabaseAway } from "@/components/ui/database-away";
import { DATABASE_AWAY } from "@/lib/core/away";

// Every page preloads this file, so it imports almost nothing.

/** Shown if a page failed. The server's log has the digest with the cause. */
export function PageFailed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  if (error.digest === DATABASE_AWAY) return <DatabaseAway />;
  return (
    <div role="alert" className="mx-auto max-w-[30rem] px-6 py-14">
      <h1 className="text-xl">This page could not be shown</h1>
      <p className="mt-2 text-fg-muted">
        Something failed on the server while it read this page. Reading changes nothing: no decision was
        recorded.
      </p>
      {error.digest && (
        <p className="mt-3 text-fg-muted">
          If it happens again, give your administrator this error id:{" "}
          <code className="select-all">{error.digest}</code>
        </p>
      )}
      <button type="button" onClick={reset} className={buttonLook("primary", "md", "mt-6")}>
        Try again
      </button>
    </div>
  );
}
