"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";

/**
 * Reads the page again. Until the answer is there a button still shows what was: with `refreshing` it
 * stays busy, so that a second press does not act on a row that has changed.
 */
export function useRefresh(): { refresh: () => void; refreshing: boolean } {
  const router = useRouter();
  const [refreshing, begin] = useTransition();
  return { refresh: () => begin(() => router.refresh()), refreshing };
}
