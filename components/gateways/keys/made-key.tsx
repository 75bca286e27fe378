"use client";

import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { SecretOnce } from "@/components/ui/secret-once";
import { CodeBlock } from "@/components/ui/text/code";

type ShownKey = { id: string; key: string; prefix: string };

/** A new key, shown once, with the command of its first call. */
export function MadeKey({
  made,
  tenant,
  publicUrl,
  children,
}: {
  made: ShownKey;
  tenant: string;
  publicUrl: string;
  children?: ReactNode;
}) {
  const command = firstCall(publicUrl, made.key, tenant);
  return (
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
  );
}

/** The head of the dialog that shows a key. */
export const KEY_IS_READY = { kind: "wide", title: "The key is ready" } as const;

/** A high-risk call, so that it waits for a person. */
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
