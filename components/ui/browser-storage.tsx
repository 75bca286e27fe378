"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";

/** What this browser stores for one person under a name. */
export type Kept = {
  /** As written; null if absent or without storage. */
  read: () => unknown;
  /** Null deletes it. */
  keep: (value: object | null) => void;
};

const Person = createContext("");

/**
 * The person whose data is stored below: people share browsers, and drafts must not leak to the
 * next one.
 */
export function KeptFor({ person, children }: { person: string; children: ReactNode }) {
  return <Person value={person}>{children}</Person>;
}

/** What this browser stores for the viewer under a name. */
export function useKept(name: string): Kept {
  const person = useContext(Person);
  return useMemo(() => keptAs(`${person} ${name}`), [person, name]);
}

function keptAs(key: string): Kept {
  return {
    read: () => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? "null");
      } catch {
        return null; // no storage, or not something we wrote
      }
    },
    keep: (value) => {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Storage may be full or disabled; the page still has the text.
      }
    },
  };
}
