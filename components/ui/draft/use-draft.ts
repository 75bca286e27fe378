"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type Kept, useKept } from "../browser-storage";
import { useLeaving } from "./leaving";
import { isLike } from "./like";

/** What a person typed and did not submit yet. */
export type Draft<T> = {
  value: T;
  set: (change: Partial<T>) => void;
  /** Whether it differs from where it began. */
  dirty: boolean;
  /** Whether it was found in this browser, rather than typed on this page. */
  restored: boolean;
  /** Goes back to where it began, and forgets it. */
  discard: () => void;
  /** It was submitted, so it is no draft any more. Leaves `next`, or where it began. */
  settle: (next?: T) => void;
};

/**
 * A text under edit, kept in this browser for this person until it is submitted or discarded, also
 * when its dialog or page is left. Not for passwords and keys. Where the browser cannot keep it,
 * leaving the page asks first.
 * @param name unique per thing; null keeps nothing
 * @param start what it begins with; later values do not replace typed text
 */
export function useDraft<T extends object>(name: string | null, start: T): Draft<T> {
  const kept = useKeptOf(name);
  const latest = useRef(start);
  latest.current = start;
  const first = useRef(start);
  const now = useRef(start);
  const [value, setValue] = useState(start);
  const [{ restored, dirty, lost }, setState] = useState(CLEAN);
  const put = useCallback((next: T) => {
    now.current = next;
    setValue(next);
  }, []);
  const known = useRef<Kept>(null);
  // The server does not know the draft, so it loads after hydration.
  useEffect(() => {
    const isOther = known.current !== null && known.current !== kept;
    known.current = kept;
    if (isOther) first.current = latest.current;
    const found = kept.read();
    const isDraft = isLike(found, first.current) && !isSame(found, first.current);
    if (isDraft || isOther) put(isDraft ? found : first.current);
    setState({ ...CLEAN, restored: isDraft, dirty: isDraft });
  }, [kept, put]);
  useLeaving(lost);
  const settle = (next = first.current) => {
    first.current = next;
    put(next);
    setState(CLEAN);
    kept.keep(null);
  };
  return {
    value,
    set: (change) => {
      const next = { ...now.current, ...change };
      put(next);
      const isBack = isSame(next, first.current);
      const isKept = kept.keep(isBack ? null : next);
      setState((last) => (isBack ? CLEAN : { ...last, dirty: true, lost: !isKept }));
    },
    dirty,
    restored,
    discard: () => settle(),
    settle,
  };
}

const CLEAN = { restored: false, dirty: false, lost: false };

/** Discards a draft, and goes on. */
export const dropping = (draft: Pick<Draft<object>, "discard">, then: () => void) => () => {
  draft.discard();
  then();
};

function useKeptOf(name: string | null): Kept {
  const kept = useKept(name ?? "");
  return name === null ? NOWHERE : kept;
}

const NOWHERE: Kept = { read: () => null, keep: () => true };

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Whether this browser has a draft of that name; false until the page is alive. */
export function useHasDraft(name: string): boolean {
  const kept = useKept(name);
  const [has, setHas] = useState(false);
  useEffect(() => setHas(kept.read() !== null), [kept]);
  return has;
}
