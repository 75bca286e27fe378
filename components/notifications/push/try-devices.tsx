"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { useRefresh } from "@/components/ui/use-refresh";
import { tryDevicesAction } from "@/lib/delivery/channels/push/actions";

type Results = Extract<Awaited<ReturnType<typeof tryDevicesAction>>, { ok: true }>["results"];

/** Sends a test to the viewer's devices and shows what each push service answered. */
export function TryDevices() {
  const { refresh } = useRefresh();
  const [results, setResults] = useState<Results | null>(null);
  const act = useAct(tryDevicesAction, {
    onDone: ({ results: got }) => {
      setResults(got);
      refresh();
    },
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="sm"
        icon="send"
        pending={act.pending}
        pendingLabel="Sending…"
        onClick={() => void act.run({})}
      >
        Send a test to your devices
      </Button>
      <ActNotice problem={act.problem} />
      <ul role="status" className="flex flex-col gap-1 text-sm empty:hidden">
        {results &&
          !act.pending &&
          results.map(({ id, name, outcome, words }) => (
            <li key={id} className="flex items-start gap-2">
              <Icon
                name={outcome === "taken" ? "check-circle" : "alert"}
                className={outcome === "taken" ? "mt-0.5 text-ok" : "mt-0.5 text-risk-high"}
              />
              <span className="min-w-0 wrap-anywhere">
                {name}: <Untrusted>{words}</Untrusted>
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}
