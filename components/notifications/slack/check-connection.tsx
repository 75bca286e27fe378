"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { testSlack } from "@/lib/channels/slack/actions";
import type { SlackCheck } from "@/lib/channels/slack/types";

/** A button that asks Slack about each secret, and shows what it says. */
export function CheckConnection() {
  const [checks, setChecks] = useState<readonly SlackCheck[] | null>(null);
  const act = useAct(testSlack, { onDone: (result) => setChecks(result.checks) });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon="refresh"
          pending={act.pending}
          pendingLabel="Asking Slack…"
          onClick={() => void act.run({})}
        >
          Test the connection
        </Button>
        <span className="min-w-0 flex-1 basis-64 text-fg-muted text-xs">
          Asks Slack whether it accepts the secrets. It posts nothing.
        </span>
      </div>
      <ActNotice problem={act.problem} />
      <div role="status" className="empty:hidden">
        {checks && !act.pending && !act.problem && (
          <ul className="flex flex-col gap-1.5">
            {checks.map((check) => (
              <Result key={check.name} {...check} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Result({ name, ok, detail }: SlackCheck) {
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon
        name={ok ? "check-circle" : "alert"}
        label={ok ? "Good" : "Problem"}
        className={ok ? "mt-0.5 text-ok" : "mt-0.5 text-risk-high"}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{name}</span>: <Untrusted>{detail}</Untrusted>
      </span>
    </li>
  );
}
