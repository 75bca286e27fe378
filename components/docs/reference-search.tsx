"use client";

import { useState } from "react";
import { Input } from "@/components/ui/field";
import { counted } from "@/components/words/counts";

const KIND_WORDS = {
  operation: "Operation",
  callback: "Callback",
  schema: "Schema",
  error: "Error code",
};

export type ReferenceEntry = {
  anchor: string;
  kind: keyof typeof KIND_WORDS;
  label: string;
  /** All search words, in lower case. */
  words: string;
};

/** The contents of the reference, filtered by typing. */
export function ReferenceSearch({ entries }: { entries: readonly ReferenceEntry[] }) {
  const [typed, setTyped] = useState("");
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  return (
    <search className="mt-6 block">
      <Input
        type="search"
        aria-label="Search operations, callbacks, members and error codes"
        placeholder="Search operations, callbacks, members and error codes"
        data-key="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="mt-1.5 text-xs text-fg-muted">
        {shown.length === 0 ? "Nothing contains these words." : counted(shown.length, "entry", "entries")}
      </p>
      <nav aria-label="Operations, callbacks, schemas and error codes" className="mt-2">
        <ul className="grid gap-x-6 text-sm md:grid-cols-2">
          {shown.map((entry) => (
            <li key={entry.anchor} className="flex items-baseline gap-2">
              <a
                href={`#${entry.anchor}`}
                className="mono inline-block min-h-6 min-w-0 rounded-chip wrap-anywhere hover:underline max-sm:py-2"
              >
                {entry.label}
              </a>
              {entry.kind !== "operation" && (
                <span className="text-xs text-fg-subtle">{KIND_WORDS[entry.kind]}</span>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </search>
  );
}
