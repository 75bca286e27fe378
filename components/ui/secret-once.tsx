import type { ReactNode } from "react";
import { CopyButton } from "./copy-button";

/** A credential, shown only once. */
export function SecretOnce({ label, value, note }: { label: string; value: string; note?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5 rounded-card border border-border-strong bg-sunken px-3.5 py-3">
      <p className="text-sm font-medium">{label}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-control border border-border bg-surface px-2 py-1.5 text-sm select-all wrap-anywhere">
          {value}
        </code>
        <CopyButton text={value} label={`Copy ${label}`} />
      </div>
      <p className="text-xs text-fg-muted">
        {note ?? "Copy it now: it is stored only as a fingerprint and cannot be shown again."}
      </p>
    </div>
  );
}
