"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";

/** What this browser keeps for one person under a name. */
export type Kept = {
  /** As it was written; null where there is none, or no storage. */
  read: () => unknown;
  /** Null forgets it. */
  keep: (value: object | null) => void;
};

const Person = createContext("");

/** Whose things are kept below: people share browsers, and what one of them began is nothing to the next. */
export function KeptFor({ person, children }: { person: string; children: ReactNode }) {
  return <Person value={person}>{children}</Person>;
}

/** What this browser keeps for the viewer under a name. */
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
        // Storage may be full or switched off; what was written is still on the page.
      }
    },
  };
}
