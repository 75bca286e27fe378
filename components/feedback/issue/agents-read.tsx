"use client";

import { useState } from "react";
import { openedPart } from "@/components/ui/lazy-part";
import type { Said, ToldIssue } from "./answer-preview";

const AnswerPreview = openedPart(() => import("./answer-preview").then((part) => part.AnswerPreview));

/** The exact text that agents read about an issue, on demand. */
export function AgentsRead({ label, issue, said }: { label: string; issue: ToldIssue; said: Said }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-1 font-medium text-fg-muted hover:text-fg max-sm:py-3.5">
        {label}
      </summary>
      {open ? (
        <div className="mt-2">
          <AnswerPreview issue={issue} said={said} />
        </div>
      ) : null}
    </details>
  );
}
