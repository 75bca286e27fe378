"use client";

import { useEffect } from "react";
import { IconButton } from "@/components/ui/button";
import { rememberInCookie } from "@/components/ui/set-cookie";
import { SIDEBAR_COOKIE } from "./preference-cookies";

/** Folds the sidebar to icons and back; also ⌘B or Ctrl B. */
export function SidebarToggle() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "b" || !(event.metaKey || event.ctrlKey)) return;
      if (event.altKey || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  return <IconButton icon="sidebar" label="Fold or unfold the sidebar (⌘B)" onClick={toggle} size="sm" />;
}

// Sets the document's attribute, as the server does for the next page, so that nothing renders
// again.
function toggle() {
  const root = document.documentElement;
  const next = root.dataset.sidebar === "closed" ? "open" : "closed";
  root.dataset.sidebar = next;
  rememberInCookie(SIDEBAR_COOKIE, next);
}
