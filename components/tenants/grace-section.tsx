import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { offenderDayList, offenderList } from "@/lib/intake/offenders/list";
import type { OffenderDay } from "@/lib/intake/offenders/types";
import { EndGraceButton, ExtendGraceForm } from "./grace-controls";
import { OffenderTable } from "./offender-table";

type GraceState = { days: number; end: Date | null; running: boolean };

/** The grace period for rationales, and the callers without one. */
export function GraceSection({
  tenant,
  grace,
  offenders,
  unresolved,
  address,
}: {
  tenant: string;
  grace: GraceState;
  offenders: { rows: OffenderDay[]; nextCursor: string | null };
  /** Number of non-compliant callers, up to OFFENDERS_COUNTED. */
  unresolved: number;
  /** The page of offenders. */
  address: ReturnType<typeof offenderDayList.parse>;
}) {
  return (
    <Section id="grace" title="Rationales and the grace period" description={<GraceLine {...grace} />}>
      {grace.end && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <ExtendGraceForm tenant={tenant} />
          {grace.running && <EndGraceButton tenant={tenant} callers={unresolved} />}
        </div>
      )}
      <p className="text-sm text-fg-muted">
        <Link
          href={offenderList.link({ view: "unresolved" }, { tenant })}
          className="inline-flex min-h-6 items-center underline underline-offset-2 hover:text-accent max-sm:min-h-12"
        >
          {unresolved === 0
            ? "All callers now send a rationale"
            : `${counted(unresolved, "caller")} unresolved`}
        </Link>
        {". A caller is resolved with its next call that has a rationale."}
      </p>
      <ListFrame
        {...address}
        list={offenderDayList}
        nextCursor={offenders.nextCursor}
        path={`${offenderDayList.path}/${encodeURIComponent(tenant)}`}
        hash="#grace"
        label="Pages of callers"
      >
        <OffenderTable
          rows={offenders.rows.map((row) => cellsOf(row, tenant))}
          empty={
            <EmptyState icon="message" title="No caller has left a rationale out">
              Calls without a rationale are listed here by gateway, agent and day, so that you know who to
              ask.
            </EmptyState>
          }
        />
      </ListFrame>
    </Section>
  );
}

function GraceLine({ days, end, running }: GraceState) {
  if (end === null)
    return `No call has arrived yet. The grace period begins with the first one and lasts ${counted(days, "day", "days")}.`;
  return running ? (
    <>
      Until <Time value={end} form="date-time" />, a missing rationale is only a warning. After that,
      Countersign refuses the call.
    </>
  ) : (
    <>
      The grace period ended <Time value={end} form="date-time" />. Countersign refuses calls without a
      rationale.
    </>
  );
}

function cellsOf({ gateway, agent, day, calls, refused }: OffenderDay, tenant: string) {
  const search = new URLSearchParams({ tenant, within: "30d", ...(agent === null ? {} : { agent }) });
  return {
    id: `${gateway.id} ${agent ?? ""} ${day}`,
    gateway:
      gateway.name === "" ? (
        "Unknown: the gateway is gone"
      ) : (
        <Link href={`/gateways/${gateway.id}`} className="inline-flex min-h-6 items-center hover:underline">
          <Untrusted>{gateway.name}</Untrusted>
        </Link>
      ),
    agent:
      agent === null ? (
        <span className="text-fg-subtle">Unknown: the call named no agent</span>
      ) : (
        <Link href={`/rationales?${search}`} className="inline-flex min-h-6 items-center hover:underline">
          <Untrusted>{agent}</Untrusted>
        </Link>
      ),
    day,
    calls: calls.toLocaleString("en"),
    refused: refused.toLocaleString("en"),
  };
}
