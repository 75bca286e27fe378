"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { SHIFT_EVENT } from "@/components/ui/shift";
import { PARTS_DEMANDED } from "@/lib/approvals/screen-proof";
import { SEEN_PARTS, type SeenPart } from "@/lib/approvals/types";
import { showExactArguments } from "./guards";

// Each part that has to be read carries `data-part`. It counts as seen once its lower end was on
// the visible page, between the fixed head and the bar. Closed or unselected parts do not count
// until shown.

const CHANGES = ["scroll", "toggle", "change"];

/** Space above a part after scrolling to it, in pixels. */
const MARGIN = 12;

/** Fraction of the screen per step through a long part; the last lines stay visible. */
const STEP = 0.85;

/**
 * Returns for how long a page has been on the screen while its tab was visible (milliseconds).
 * Another `page` begins anew.
 */
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
  parts: SeenPart[];
  /** On the page, but not seen yet. */
  unseen: SeenPart[];
};

/**
 * Parts of the call that were seen to their end; null before the first look. `showNext` scrolls to
 * the next piece of a part.
 * @param on whether the bar needs this
 */
export function useOnScreen(
  page: string,
  on: boolean,
): { now: OnScreen | null; showNext: (part: SeenPart) => void } {
  const [state, setState] = useState<OnScreen | null>(null);
  const seen = useRef(nothingSeen(page));
  const look = useCallback(() => {
    if (!on || document.visibilityState !== "visible") return;
    if (seen.current.page !== page) seen.current = nothingSeen(page);
    const found = { page, ...lookAt(seen.current) };
    setState((before) => (before !== null && textOf(before) === textOf(found) ? before : found));
  }, [page, on]);
  // A render may add pieces.
  useEffect(look);
  useEffect(() => {
    if (!on) return;
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // Capture phase, because some of these events do not bubble.
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

type SeenSoFar = { page: string; pieces: WeakSet<Element>; whole: Set<SeenPart> };

const nothingSeen = (page: string): SeenSoFar => ({ page, pieces: new WeakSet(), whole: new Set() });

function lookAt({ pieces: seen, whole }: SeenSoFar): Pick<OnScreen, "parts" | "unseen"> {
  const { top, bottom } = room();
  const parts: SeenPart[] = [];
  const unseen: SeenPart[] = [];
  for (const part of SEEN_PARTS) {
    const all = piecesOf(part);
    // There may be thousands of pieces, so only unseen ones are measured.
    const left = all.filter((piece) => !seen.has(piece) && piece.checkVisibility());
    for (const piece of left) {
      const end = piece.getBoundingClientRect().bottom;
      if (end >= top && end <= bottom && !isClipped(piece, end)) seen.add(piece);
    }
    const isSeen = left.every((piece) => seen.has(piece));
    if (isSeen && all.some((piece) => seen.has(piece) && piece.checkVisibility())) whole.add(part);
    // A view without pieces, such as the arguments by kind, leaves what was seen in another as it is.
    if (isSeen && whole.has(part)) parts.push(part);
    else if (PARTS_DEMANDED.includes(part) || left.length > 0) unseen.push(part);
  }
  return { parts, unseen };
}

/** Whether a region that scrolls by itself, as the preview does, hides the end of its text. */
function isClipped(piece: Element, end: number): boolean {
  const region = piece.parentElement?.closest(`[data-part="preview"]`);
  return region != null && end > region.getBoundingClientRect().bottom + 1;
}

function piecesOf(part: SeenPart): Element[] {
  return [...document.querySelectorAll(`[data-open-call] [data-part="${part}"]`)];
}

/**
 * The visible area between the fixed head and the bar. One pixel more, for ends at fractions of a
 * pixel.
 */
function room(): { top: number; bottom: number } {
  const bar = document.querySelector("[data-bar]")?.getBoundingClientRect().top ?? window.innerHeight;
  const pane = document.querySelector("[data-open-call]")?.parentElement?.getBoundingClientRect().top ?? 0;
  const head = document.querySelector("[data-page-head]");
  const above = head?.checkVisibility() ? head.getBoundingClientRect().bottom : 0;
  return { top: Math.max(pane, above, 0) - 1, bottom: Math.min(bar, window.innerHeight) + 1 };
}

function showNext(part: SeenPart, seen: WeakSet<Element>): void {
  const { top, bottom } = room();
  const unseen = () => piecesOf(part).find((piece) => !seen.has(piece) && piece.checkVisibility());
  if (part === "arguments" && !unseen()) showExactArguments();
  const next = unseen();
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
