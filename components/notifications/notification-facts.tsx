import type { ReactNode } from "react";
import { Card } from "@/components/ui/page";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { CHANNEL_WORDS } from "@/components/words/notifications";
import type { NotificationDetail } from "@/lib/notifications/types";
import { StateMark } from "./state-mark";

/** Subject, recipient, reason and result of a notification. */
export function NotificationFacts({ one }: { one: NotificationDetail }) {
  return (
    <Card>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
        <Fact name="State">
          <StateMark row={one} />
        </Fact>
        {one.reason && (
          <Fact name="Because">
            <Untrusted>{one.reason}</Untrusted>
          </Fact>
        )}
        {one.call && (
          <Fact name="Call">
            <span className="inline-flex flex-wrap items-center gap-x-2">
              <RiskMark risk={one.call.risk} />
              <Untrusted>{one.call.tool}</Untrusted>
            </span>
          </Fact>
        )}
        <Fact name="Tenant">
          <Untrusted>{one.tenant}</Untrusted>
        </Fact>
        <Fact name="Recipient">{one.isOwn ? "You" : <Untrusted>{one.recipient}</Untrusted>}</Fact>
        <Fact name="Channel">{CHANNEL_WORDS[one.channel]}</Fact>
        {!one.isOwn && (
          <Fact name="Reason in the message">
            <Untrusted>{one.why}</Untrusted>
          </Fact>
        )}
        <Fact name="Created">
          <Time value={one.createdAt} />
        </Fact>
        {one.heldUntil && (
          <Fact name="Held until">
            <Time value={one.heldUntil} />
          </Fact>
        )}
        {one.sentAt && (
          <Fact name="First sent">
            <Time value={one.sentAt} />
          </Fact>
        )}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:pb-2">{children}</dd>
    </>
  );
}
