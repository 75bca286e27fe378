"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useAct } from "@/components/ui/use-act";
import { replayCallback } from "@/lib/approvals/actions";

/**
 * Resends a finished callback, once even if pressed twice. `href` is its page in the delivery log.
 */
export function ReplayButton({
  deliveryId,
  href,
  size = "sm",
  variant,
}: {
  deliveryId: string;
  href?: string;
} & Pick<ButtonProps, "size" | "variant">) {
  const router = useRouter();
  const [done, setDone] = useState(false);
  const act = useAct(replayCallback, {
    onDone: () => {
      setDone(true);
      router.refresh();
    },
  });
  if (done) {
    return (
      <p role="status" className="text-sm">
        Sent again: its new attempts show in the log.
        {href && (
          <Link
            href={href}
            className="ml-1.5 inline-flex min-h-6 items-center text-accent underline underline-offset-2"
          >
            Show it
          </Link>
        )}
      </p>
    );
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        icon="refresh"
        size={size}
        variant={variant}
        className="max-sm:min-h-12"
        pending={act.pending}
        pendingLabel="Sending…"
        onClick={() => void act.run({ deliveryId })}
      >
        Send again
      </Button>
      <ActNotice problem={act.problem} />
    </div>
  );
}
