"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { singleSignOnAddress } from "../sign-in/credentials";

/** Starts single sign-on to link its account to the signed-in person. */
export function LinkIdentity() {
  const [state, setState] = useState<"idle" | "going" | "failed">("idle");
  const go = async () => {
    setState("going");
    try {
      const address = new URL(await singleSignOnAddress("/settings/profile", true));
      // On error the address is our own sign-in page instead of the provider.
      if (address.origin === location.origin && address.searchParams.has("error")) setState("failed");
      else location.assign(address);
    } catch {
      setState("failed"); // no answer: the button is there to be pressed again
    }
  };
  return (
    <span className="flex flex-col items-start gap-1.5">
      <span>Not linked: you cannot sign in with it.</span>
      <Button
        size="sm"
        icon="key"
        pending={state === "going"}
        pendingLabel="Going to your provider…"
        onClick={() => void go()}
      >
        Link single sign-on
      </Button>
      <span role="alert" className="text-xs text-risk-high empty:absolute">
        {state === "failed" &&
          "Countersign could not reach the sign-on provider, so nothing was linked. Try again in a moment, or contact an administrator."}
      </span>
    </span>
  );
}
