"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { savePreferencesAction } from "@/lib/auth/people/actions";
import { askPermission, type Permission, permissionNow } from "./browser";

const DENIED =
  "The browser blocks notifications for this site. Allow them in its site settings, then try again.";

const remember = () => savePreferencesAction({ notify: { browser: true } }).catch(() => ({ ok: false }));

/** Turns browser notifications on, or says why this browser shows none. */
export function EnableNotifications({ on }: { on: boolean }) {
  const router = useRouter();
  const [permission, setPermission] = useState<Permission | "unknown">("unknown");
  const [state, setState] = useState<"idle" | "asking" | "failed">("idle");
  useEffect(() => setPermission(permissionNow()), []);

  const enable = async () => {
    setState("asking");
    const answer = await askPermission();
    setPermission(answer);
    const saved = answer !== "granted" || (await remember()).ok;
    setState(saved ? "idle" : "failed");
    if (saved) router.refresh();
  };

  if (permission === "unknown") return null;
  if (permission === "unsupported")
    return (
      <p className="text-xs text-fg-muted">
        This browser cannot show notifications, or this address is not secure (HTTPS).
      </p>
    );
  if (permission === "denied" && on) return <p className="text-xs text-fg-muted">{DENIED}</p>;
  if (permission === "granted" && on) {
    return (
      <p className="text-xs text-fg-muted">
        Browser notifications are on.{" "}
        <Link href="/settings/profile#notifications" className="text-accent underline underline-offset-2">
          Change
        </Link>
      </p>
    );
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        size="sm"
        icon="bell"
        pending={state === "asking"}
        pendingLabel="Asking the browser…"
        onClick={enable}
      >
        Turn on browser notifications
      </Button>
      <p role="status" className="text-xs text-fg-muted">
        {state === "failed" && "The choice was not saved. Nothing was changed; try again."}
        {state === "idle" && permission === "denied" && DENIED}
      </p>
    </div>
  );
}
