"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";

/** Fetches the text on demand, so that the page does not carry it. */
async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return response.text();
}

/** Some browsers copy only what a press has already promised. */
async function copyPromised(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(await text);
  const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
  // The clipboard call reports the failure, so this promise needs no handler.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/** Copies the issue as one text for a coding agent. */
export function CopyTask({ id, issueRef }: { id: string; issueRef: string }) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);
  const address = `/api/v1/issues/${id}/task`;
  const copy = async () => {
    setPending(true);
    setFailed(false);
    try {
      await copyPromised(readText(address));
      toast({ text: `${issueRef} was copied as a task.` });
    } catch {
      // No permission, no secure connection, or no response: the file has the same text.
      setFailed(true);
    }
    setPending(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="sm"
        icon="copy"
        data-key="issue-task"
        keyHint="T"
        pending={pending}
        pendingLabel="Copying…"
        onClick={() => void copy()}
        className="max-sm:min-h-12"
      >
        Copy as task
      </Button>
      {failed && (
        <p role="alert" className="text-sm">
          It could not be copied.{" "}
          <a
            href={address}
            download={`${issueRef}.md`}
            className="inline-flex min-h-6 items-center text-accent underline underline-offset-2 max-sm:min-h-12"
          >
            Download it instead
          </a>
          .
        </p>
      )}
    </div>
  );
}
