"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";

/**
 * Refreshes the page. `refreshing` keeps a button busy until the response, so that a second press
 * does not act on a changed row.
 */
export function useRefresh(): { refresh: () => void; refreshing: boolean } {
  const router = useRouter();
  const [refreshing, begin] = useTransition();
  return { refresh: () => begin(() => router.refresh()), refreshing };
}
