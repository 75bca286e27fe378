import { Sparkline } from "@/components/ui/chart/sparkline";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Explained } from "@/components/ui/explained";
import { Card, Section } from "@/components/ui/page";
import { paceWords } from "@/components/words/tool";
import { COURSE_MAX, type GatewayCourse } from "@/lib/insights/types";

const REQUESTS = [
  { key: "ok", label: "Answered", tone: "muted" },
  { key: "refused", label: "Refused", tone: "accent" },
  { key: "failed", label: "Failed", tone: "strong" },
] as const;

const CALLBACKS = [
  { key: "delivered", label: "Delivered", tone: "muted" },
  { key: "failed", label: "Failed", tone: "strong" },
] as const;

const HOUR = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** Requests and callbacks of the last day, hour by hour, and how long callbacks take. */
export function Course({ course: { hours, pace, cut } }: { course: GatewayCourse }) {
  const buckets = (of: "requests" | "callbacks") =>
    hours.map((hour) => ({ at: hour.at.toISOString(), label: HOUR.format(hour.at), values: hour[of] }));
  return (
    <Section
      id="course"
      title="Last 24 hours"
      about={
        <Explained what="Last 24 hours">
          Requests of this gateway and attempts to deliver callbacks to it, by hour in UTC. Refused: status
          400 to 499. Failed: status 500 and above, or no answer. Times are of callbacks that got an answer.
        </Explained>
      }
    >
      <div className="grid gap-4 lg:grid-cols-2">
        <Card className="min-w-0">
          <h3 className="mb-1 font-medium text-fg-muted text-xs">Requests</h3>
          {hours.every(({ requests: { ok, refused, failed } }) => ok + refused + failed === 0) ? (
            <p className="text-fg-muted text-sm">No request in the last 24 hours.</p>
          ) : (
            <StackedBars label="Requests by hour" series={REQUESTS} buckets={buckets("requests")} />
          )}
          {cut.requests && <Cut what={`${COURSE_MAX.requests.toLocaleString("en")} requests`} />}
        </Card>
        <Card className="min-w-0">
          <h3 className="mb-1 font-medium text-fg-muted text-xs">Callbacks</h3>
          {hours.every(({ callbacks: { delivered, failed } }) => delivered + failed === 0) ? (
            <p className="text-fg-muted text-sm">
              No callback in the last 24 hours. One follows each decision once the gateway has a callback URL.
            </p>
          ) : (
            <StackedBars label="Callbacks by hour" series={CALLBACKS} buckets={buckets("callbacks")} />
          )}
          {pace.medianMs !== null && pace.slowMs !== null && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <Sparkline
                label="Milliseconds that 19 of 20 callbacks took, by hour"
                values={hours.map(({ slowMs }) => Math.round(slowMs ?? 0))}
              />
              {paceWords("are answered", pace.medianMs, pace.slowMs)}
            </p>
          )}
          {cut.callbacks && <Cut what={`${COURSE_MAX.callbacks.toLocaleString("en")} callbacks`} />}
        </Card>
      </div>
    </Section>
  );
}

function Cut({ what }: { what: string }) {
  return <p className="mt-1 text-fg-muted text-xs">Only the newest {what} are counted.</p>;
}
