"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { SecretOnce } from "@/components/ui/secret-once";
import { CodeBlock } from "@/components/ui/text/code";

export type ShownKey = { id: string; key: string; prefix: string };

/** A key, this once, with the command of its first call. */
export function MadeKey({
  made,
  tenant,
  publicUrl,
  onClose,
  children,
}: {
  made: ShownKey;
  tenant: string;
  publicUrl: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const command = firstCall(publicUrl, made.key, tenant);
  return (
    <Dialog
      open
      onClose={onClose}
      kind="wide"
      title="The key is ready"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <SecretOnce
          label="Key"
          value={made.key}
          note="Copy it now: only its fingerprint is stored, so it cannot be shown again."
        />
        {children}
        <div className="flex flex-col gap-1.5">
          <p className="text-sm font-medium">Its first call, ready to run</p>
          <CodeBlock
            label="Its first call, ready to run"
            actions={<CopyButton text={command} label="Copy the command" />}
          >
            {command}
          </CodeBlock>
        </div>
      </div>
    </Dialog>
  );
}

/** A call of high risk, so that it waits in the queue for a person. */
function firstCall(publicUrl: string, key: string, tenant: string): string {
  const body = {
    tenant,
    provider: "example",
    tool: "send-newsletter",
    risk: "high",
    arguments: { segment: "all customers" },
    rationale: "Trying out the new key with a first call.",
  };
  return [
    `curl -sS ${publicUrl}/api/v1/authorize`,
    `-H "Authorization: Bearer ${key}"`,
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(body)}'`,
  ].join(" \\\n  ");
}
