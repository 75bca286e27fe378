import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { CHANNEL_WORDS, KIND_WORDS } from "@/components/words/notifications";
import type { NotificationRow } from "@/lib/notifications/types";
import { StateMark } from "./state-mark";

/** Lines of the log: subject, recipient, channel and result. */
export function NotificationList({ rows }: { rows: readonly NotificationRow[] }) {
  return (
    <ul aria-label="Notifications">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-col gap-1 border-border px-4 py-3 not-first:border-t">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-fg-muted text-sm">
            <StateMark row={row} />
            <span>
              {row.channel === "none" ? "No channel" : CHANNEL_WORDS[row.channel]} to{" "}
              {row.isOwn ? "you" : <Untrusted>{row.recipient}</Untrusted>}
            </span>
            <Time value={row.createdAt} />
          </p>
          <Link
            href={`/notifications/${row.id}`}
            data-key="row"
            className="flex flex-wrap items-center gap-x-2.5 self-start py-0.5 font-medium text-sm underline-offset-2 wrap-anywhere hover:underline max-sm:py-3"
          >
            <span>{KIND_WORDS[row.kind].name}</span>
            {row.call && (
              <>
                <RiskMark risk={row.call.risk} />
                <Untrusted>{row.call.tool}</Untrusted>
              </>
            )}
          </Link>
          {row.reason && (
            <p className="text-fg-muted text-sm wrap-anywhere">
              <Untrusted>{row.reason}</Untrusted>
              {row.heldUntil && (
                <>
                  {" "}
                  Until <Time value={row.heldUntil} />.
                </>
              )}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
