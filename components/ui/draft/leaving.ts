"use client";

import { useEffect } from "react";
import { LEAVE } from "@/components/words/ui";
import { LEAVE_EVENT } from "./may-leave";

// Pages with unsaved edits. While there are any, links, keys, the back button and closing ask.
const unsaved = new Set<object>();

let isLeaving = false;

/** Asks before the page is left, while it has unsaved edits. */
export function useLeaving(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const one = {};
    if (unsaved.size === 0) listen();
    unsaved.add(one);
    return () => {
      unsaved.delete(one);
      if (unsaved.size === 0) unlisten();
    };
  }, [isUnsaved]);
}

function agrees(): boolean {
  if (isLeaving) return true;
  const leaves = window.confirm(LEAVE);
  if (leaves) leaveFreely();
  return leaves;
}

/** The navigation that follows does not ask: the person chose it. */
export function leaveFreely(): void {
  isLeaving = true;
  // Long enough for the same press, whose navigation would ask again.
  setTimeout(() => {
    isLeaving = false;
  });
}

/** The browser's Navigation API, where it has one. */
type Navigate = Event & { navigationType?: string };

const navigation = () => (window as { navigation?: EventTarget }).navigation;

function listen(): void {
  document.addEventListener("click", onClick, { capture: true });
  document.addEventListener(LEAVE_EVENT, onAsked);
  window.addEventListener("beforeunload", onUnload);
  navigation()?.addEventListener("navigate", onNavigate);
}

function unlisten(): void {
  document.removeEventListener("click", onClick, { capture: true });
  document.removeEventListener(LEAVE_EVENT, onAsked);
  window.removeEventListener("beforeunload", onUnload);
  navigation()?.removeEventListener("navigate", onNavigate);
}

/** Keys and the palette, which navigate without a link. */
function onAsked(event: Event): void {
  if (!agrees()) event.preventDefault();
}

function onUnload(event: BeforeUnloadEvent): void {
  if (!isLeaving) event.preventDefault();
}

/** Links inside the product, before the router sees the press. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if ((link.target !== "" && link.target !== "_self") || link.hasAttribute("download")) return;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  if (isHere || link.origin !== location.origin || agrees()) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The back and forward buttons. Other navigations come by a link or a key. */
function onNavigate(event: Event): void {
  if ((event as Navigate).navigationType === "traverse" && event.cancelable && !agrees())
    event.preventDefault();
}
