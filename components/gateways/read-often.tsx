"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

// What no message tells of (a key's last use, new requests) is at most this old while the page is looked at.
const EVERY_MS = 15_000;

/** Reads the page again every few seconds while it is looked at. Shows nothing. */
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
