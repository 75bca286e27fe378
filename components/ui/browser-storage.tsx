"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { DAY_MS } from "@/lib/core/durations";

/** What this browser stores for one person under a name. */
export type Kept = {
  /** As written; null if absent or without storage. */
  read: () => unknown;
  /** Null deletes it. False where the browser stores nothing, or has no room for it. */
  keep: (value: object | null) => boolean;
};

const Person = createContext("");

/**
 * The person whose data is stored below: people share browsers, and drafts must not leak to the
 * next one.
 */
export function KeptFor({ person, children }: { person: string; children: ReactNode }) {
  return <Person value={person}>{children}</Person>;
}

/** What this browser stores for the viewer under a name. Never for passwords and keys. */
export function useKept(name: string, kind: "draft" | "recent" = "draft"): Kept {
  const person = useContext(Person);
  return useMemo(() => keptAs(`${kind} ${person} ${name}`), [kind, person, name]);
}

const PREFIX = /^(?:draft|recent) /;

const KEPT_DAYS = 30;

type Entry = { at: number; value: unknown };

function keptAs(key: string): Kept {
  return {
    read: () => readEntry(key)?.value ?? null,
    keep: (value) => {
      try {
        if (value === null) localStorage.removeItem(key);
        else {
          forgetOld();
          localStorage.setItem(key, JSON.stringify({ at: Date.now(), value } satisfies Entry));
        }
        return true;
      } catch {
        return false; // full or disabled; the page still has the text
      }
    },
  };
}

function readEntry(key: string): Entry | null {
  try {
    const entry: Partial<Entry> | null = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof entry?.at === "number" ? { at: entry.at, value: entry.value } : null;
  } catch {
    return null; // no storage, or not something we wrote
  }
}

let isSwept = false;

/** Once a page, deletes what no one came back to. */
function forgetOld(): void {
  if (isSwept) return;
  isSwept = true;
  for (const key of Object.keys(localStorage)) {
    const entry = PREFIX.test(key) ? readEntry(key) : null;
    if (entry && entry.at < Date.now() - KEPT_DAYS * DAY_MS) localStorage.removeItem(key);
  }
}
