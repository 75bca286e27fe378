"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { SHIFT_EVENT } from "@/components/ui/shift";
import type { SeenPart } from "@/lib/approvals/screen-proof";

// Every piece of a call that has to be read carries `data-part`. It was seen once its lower end was on the screen, between what is
// fixed above and the bar below, while the page was visible. Whatever is closed or not chosen is no piece until it is shown.

const PARTS: readonly SeenPart[] = ["facts", "record", "arguments"];

const CHANGES = ["scroll", "toggle", "change"];

/** Room left above a piece that is brought on the screen, in pixels. */
const MARGIN = 12;

/** How much of the screen a step through a long piece moves on, so that the last lines are seen again. */
const STEP = 0.85;

/** Returns for how long a page has been on the screen while its tab was visible (milliseconds). Another `page` begins anew. */
export function useVisibleTime(page: string): () => number {
  const time = useRef({ sum: 0, since: null as number | null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of `page` is the event
  useEffect(() => {
    const isVisible = () => document.visibilityState === "visible";
    time.current = { sum: 0, since: isVisible() ? performance.now() : null };
    const turned = () => {
      const { sum, since } = time.current;
      if (isVisible()) time.current.since ??= performance.now();
      else time.current = { sum: sum + (since === null ? 0 : performance.now() - since), since: null };
    };
    document.addEventListener("visibilitychange", turned);
    return () => document.removeEventListener("visibilitychange", turned);
  }, [page]);
  return useCallback(() => {
    const { sum, since } = time.current;
    return Math.round(sum + (since === null ? 0 : performance.now() - since));
  }, []);
}

type OnScreen = {
  page: string;
  /** On the screen to their end. */
  parts: SeenPart[];
  /** On the page, but not yet. */
  unseen: SeenPart[];
};

/**
 * Which parts of the call were on the screen to their end; null until that was looked at. `showNext` brings what comes next of a part
 * on the screen.
 * @param on whether anything depends on it
 */
export function useOnScreen(
  page: string,
  on: boolean,
): { now: OnScreen | null; showNext: (part: SeenPart) => void } {
  const [state, setState] = useState<OnScreen | null>(null);
  const seen = useRef<{ page: string; pieces: WeakSet<Element> }>({ page, pieces: new WeakSet() });
  const look = useCallback(() => {
    if (!on || document.visibilityState !== "visible") return;
    if (seen.current.page !== page) seen.current = { page, pieces: new WeakSet() };
    const found = { page, ...lookAt(seen.current.pieces) };
    setState((before) => (before !== null && textOf(before) === textOf(found) ? before : found));
  }, [page, on]);
  // What is drawn anew may have other pieces.
  useEffect(look);
  useEffect(() => {
    if (!on) return;
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // Caught on their way down, for some of them do not bubble.
    for (const name of CHANGES) document.addEventListener(name, soon, true);
    for (const name of ["resize", SHIFT_EVENT]) window.addEventListener(name, soon);
    document.addEventListener("visibilitychange", soon);
    return () => {
      cancelAnimationFrame(frame);
      for (const name of CHANGES) document.removeEventListener(name, soon, true);
      for (const name of ["resize", SHIFT_EVENT]) window.removeEventListener(name, soon);
      document.removeEventListener("visibilitychange", soon);
    };
  }, [look, on]);
  const next = useCallback((part: SeenPart) => showNext(part, seen.current.pieces), []);
  return { now: state?.page === page ? state : null, showNext: next };
}

const textOf = ({ page, parts, unseen }: OnScreen) => [page, ...parts, "|", ...unseen].join(" ");

function lookAt(seen: WeakSet<Element>): Pick<OnScreen, "parts" | "unseen"> {
  const { top, bottom } = room();
  const parts: SeenPart[] = [];
  const unseen: SeenPart[] = [];
  for (const part of PARTS) {
    const all = piecesOf(part);
    // There may be thousands: where a piece is, is only asked of those that are still to be seen.
    const left = all.filter((piece) => !seen.has(piece) && piece.checkVisibility());
    for (const piece of left) {
      const end = piece.getBoundingClientRect().bottom;
      if (end >= top && end <= bottom) seen.add(piece);
    }
    const isSeen = left.every((piece) => seen.has(piece));
    if (isSeen && all.some((piece) => seen.has(piece) && piece.checkVisibility())) parts.push(part);
    else if (part !== "record" || left.length > 0) unseen.push(part);
  }
  return { parts, unseen };
}

function piecesOf(part: SeenPart): Element[] {
  return [...document.querySelectorAll(`[data-open-call] [data-part="${part}"]`)];
}

/** Between what of the page lies on top and the bar; a pixel more, for ends between two of them. */
function room(): { top: number; bottom: number } {
  const bar = document.querySelector("[data-bar]")?.getBoundingClientRect().top ?? window.innerHeight;
  const pane = document.querySelector("[data-open-call]")?.parentElement?.getBoundingClientRect().top ?? 0;
  const head = document.querySelector("[data-page-head]");
  const above = head?.checkVisibility() ? head.getBoundingClientRect().bottom : 0;
  return { top: Math.max(pane, above, 0) - 1, bottom: Math.min(bar, window.innerHeight) + 1 };
}

/** The first piece that was not seen, or the next screenful of a long one. */
function showNext(part: SeenPart, seen: WeakSet<Element>): void {
  const { top, bottom } = room();
  const next = piecesOf(part).find((piece) => !seen.has(piece) && piece.checkVisibility());
  if (!next) return;
  const whole = next.closest("details[data-fold]") ?? next;
  const start = whole.getBoundingClientRect().top;
  const rest = next.getBoundingClientRect().bottom - bottom + MARGIN;
  const isBegun = start <= top + 2 * MARGIN && rest > 0;
  const by = isBegun ? Math.min(rest, (bottom - top) * STEP) : start - top - MARGIN;
  scrollerOf(next).scrollBy({ top: by, behavior: "instant" });
}

function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}
