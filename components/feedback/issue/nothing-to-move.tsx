"use client";

import { useToast } from "@/components/ui/toast";

/** Where no reports can be chosen, the key that moves them says why. */
export function NothingToMove({ why }: { why: string }) {
  const toast = useToast();
  return (
    <button type="button" hidden data-key="triage-move" onClick={() => toast({ text: why })}>
      Move…
    </button>
  );
}
