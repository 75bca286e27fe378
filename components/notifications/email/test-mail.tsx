"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { sendTestMail } from "@/lib/delivery/channels/actions";

/** Sends a mail to the viewer, and shows what the mail server answered. */
export function TestMail({ to }: { to: string }) {
  const [reply, setReply] = useState<string | null>(null);
  const act = useAct(sendTestMail, { onDone: (result) => setReply(result.reply) });
  return (
    <Section id="test" title="Test">
      <Card className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <Button icon="send" pending={act.pending} pendingLabel="Sending…" onClick={() => void act.run({})}>
            Send a test e-mail
          </Button>
          <span className="min-w-0 flex-1 basis-52 text-fg-muted text-xs wrap-anywhere">
            To your own address, {to}
          </span>
        </div>
        <ActNotice problem={act.problem} />
        <div role="status" className="empty:hidden">
          {reply !== null && !act.pending && !act.problem && (
            <p className="flex items-start gap-2 text-sm">
              <Icon name="check-circle" className="mt-0.5 text-ok" />
              <span className="min-w-0 wrap-anywhere">
                The mail server took the mail: <Untrusted>{reply}</Untrusted>. Look in your inbox, and in the
                spam folder.
              </span>
            </p>
          )}
        </div>
      </Card>
    </Section>
  );
}
