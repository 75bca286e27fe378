"use client";

import { useId } from "react";
import { Input } from "@/components/ui/field";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { Confirmation } from "@/lib/approvals/detail/types";

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
  return (
    <span className="inline-flex min-w-0 items-center gap-2 max-md:order-first max-md:w-full">
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
        data-key={dataKey}
        value={value}
        size={Math.min(Math.max(expected.length, 6), 22)}
        inputMode={what === "count" && /^\d+$/.test(expected) ? "numeric" : "text"}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !onCommit) return;
          event.preventDefault();
          if (event.metaKey || event.ctrlKey) onCommit();
        }}
        className="mono h-9 w-auto! min-w-0 max-md:h-12 max-md:grow"
      />
    </span>
  );
}
