"use client";

import { Notice } from "@/components/shell/notice";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";

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
        <Button variant="primary" icon="refresh" onClick={reset}>
          Try again
        </Button>
      }
    >
      <p>
        Something failed on the server while it read this page. Reading changes nothing: no decision was
        recorded.
      </p>
      {error.digest && (
        <p className="mt-3">
          If it happens again, give your administrator this error id: <Code>{error.digest}</Code>
          <CopyButton text={error.digest} label="Copy the error id" />
        </p>
      )}
    </Notice>
  );
}
