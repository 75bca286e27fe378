import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { NotificationAttempt } from "@/lib/notifications/types";

export function AttemptList({ rows }: { rows: readonly NotificationAttempt[] }) {
  if (rows.length === 0) return <p className="text-fg-muted text-sm">No attempt was made.</p>;
  return (
    <Card>
      <ol className="flex flex-col gap-2 text-sm">
        {rows.map(({ at, durationMs, status, error }) => (
          <li key={at.toISOString()} className="flex flex-wrap gap-x-3 wrap-anywhere">
            <Time value={at} form="date-time" />
            <span>{error === null ? "Accepted" : <Untrusted>{error}</Untrusted>}</span>
            <span className="text-fg-muted">
              {status === null ? null : `${status}, `}
              {durationMs} ms
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
