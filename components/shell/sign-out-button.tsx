"use client";

import { useState, useTransition } from "react";
import { Icon } from "@/components/ui/icon";

export type SignOut = () => Promise<{ ok: boolean; message?: string }>;

/** Ends the session, then opens the sign-in page afresh, so that nothing read before stays in memory. */
export function SignOutButton({ signOut }: { signOut: SignOut }) {
  const [pending, start] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);

  const leave = () =>
    start(async () => {
      const answer = await signOut();
      if (answer.ok) location.assign("/signin");
      else setProblem(answer.message ?? "You are still signed in. Try again.");
    });

  return (
    <>
      <button
        type="button"
        onClick={leave}
        disabled={pending}
        className="flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-sm hover:bg-sunken max-lg:min-h-12"
      >
        <Icon name="log-out" className="text-fg-muted" />
        {pending ? "Signing out…" : "Sign out"}
      </button>
      <p role="alert" className="px-2 text-xs text-risk-high">
        {problem}
      </p>
    </>
  );
}
