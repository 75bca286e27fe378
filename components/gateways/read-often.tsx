"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

// Data without announcements (a key's last use, new requests) is at most this old on a visible
// page.
const EVERY_MS = 15_000;

/** Refreshes a visible page every few seconds. Renders nothing. */
export function ReadOften() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && !document.querySelector("dialog[open]")) router.refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
