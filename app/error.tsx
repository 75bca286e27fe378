"use client";

import { Notice } from "@/components/shell/notice";
import { buttonLook } from "@/components/ui/button-look";

// Every page loads this one beforehand, so it is made of almost nothing.

/** What a page shows when it could not be made. The digest stands in the server's log beside the cause. */
export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Notice
      title="This page could not be shown"
      action={
        <button type="button" onClick={reset} className={buttonLook("primary")}>
          Try again
        </button>
      }
    >
      <p>
        Something failed on the server while it read this page. Reading changes nothing: no decision was
        recorded.
      </p>
      {error.digest && (
        <p className="mt-3">
          If it happens again, give your administrator this error id:{" "}
          <code className="select-all">{error.digest}</code>
        </p>
      )}
    </Notice>
  );
}
