"use client";

import { PAGE_FAILED } from "@/components/copy/notices";
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
      title={PAGE_FAILED.title}
      action={
        <button type="button" onClick={reset} className={buttonLook("primary")}>
          {PAGE_FAILED.again}
        </button>
      }
    >
      <p>{PAGE_FAILED.why}</p>
      {error.digest && (
        <p className="mt-3">
          {PAGE_FAILED.digest} <code className="select-all">{error.digest}</code>
        </p>
      )}
    </Notice>
  );
}
