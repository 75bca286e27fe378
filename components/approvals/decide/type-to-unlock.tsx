"use client";

import { useId, useState } from "react";
import { Input } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { Confirmation } from "@/lib/approvals/detail/types";
import { typedRight } from "@/lib/approvals/screen-proof";

export function unlockText(what: "count" | "target"): string {
  return `Type the ${what} to unlock approval`;
}

/** The field that unlocks a critical approval: the count or the target, typed. */
export function TypeToUnlock({
  confirmation,
  value,
  onChange,
  onCommit,
  dataKey,
}: {
  confirmation: Confirmation & { kind: "type" };
  value: string;
  onChange: (value: string) => void;
  /** ⌘↵ or Ctrl+Enter in the field. */
  onCommit?: () => void;
  dataKey?: string;
}) {
  const id = useId();
  const { expected, what } = confirmation;
  const [asked, setAsked] = useState(false);
  const needs = asked ? needsOf(value, expected) : null;
  return (
    <span className="inline-flex min-w-0 flex-col gap-1 max-md:order-first max-md:w-full">
      <span className="inline-flex min-w-0 items-center gap-2">
        <label htmlFor={id} className="max-w-56 text-fg-muted text-xs wrap-anywhere max-md:max-w-1/2">
          Type{" "}
          <code className="text-fg">
            <Untrusted>{expected}</Untrusted>
          </code>{" "}
          {what === "count" ? "to unlock" : "to unlock, exactly as shown"}
          <span className="sr-only">. {unlockText(what)}</span>
        </label>
        <Input
          id={id}
          aria-describedby={needs === null ? undefined : `${id}-needs`}
          aria-invalid={needs === null ? undefined : true}
          data-key={dataKey}
          value={value}
          size={Math.min(Math.max(expected.length, 6), 22)}
          inputMode={what === "count" && /^\d+$/.test(expected) ? "numeric" : "text"}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => {
            setAsked(false);
            onChange(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !onCommit) return;
            event.preventDefault();
            if (event.metaKey || event.ctrlKey) onCommit();
            setAsked(!(event.metaKey || event.ctrlKey) || !typedRight(value, expected));
          }}
          className="mono h-9 w-auto! min-w-0 max-md:h-12 max-md:grow"
        />
      </span>
      <span role="alert" id={`${id}-needs`} className="font-medium text-risk-high text-xs empty:hidden">
        {needs}
      </span>
    </span>
  );
}

/** What Enter still needs. It approves nothing alone, so that no habit does. */
function needsOf(typed: string, expected: string): string {
  if (typed.trim() === "") return "Type the text shown here first.";
  if (!typedRight(typed, expected)) return "This is not the text shown here. Type it exactly.";
  return "Press Ctrl or ⌘ with Enter to approve.";
}
