import Link from "next/link";
import { Foreign } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Section } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counted";
import type { Offender } from "@/lib/gateways/types";
import { type EndGrace, EndGraceButton, type ExtendGrace, ExtendGraceForm } from "./grace-controls";
import { OffenderTable } from "./offender-table";

export type GraceState = { days: number; end: Date | null; running: boolean };

/** How long a missing rationale is a warning only, and who leaves it out. */
export function GraceSection({
  tenant,
  grace,
  offenders,
  paged,
  end,
  extend,
}: {
  tenant: string;
  grace: GraceState;
  offenders: { rows: Offender[]; nextCursor: string | null };
  /** Whether this is not the first page of offenders. */
  paged: boolean;
  end: EndGrace;
  extend: ExtendGrace;
}) {
  const page = `/settings/tenants/${encodeURIComponent(tenant)}`;
  return (
    <Section id="grace" title="Rationales and the grace period" description={<GraceLine {...grace} />}>
      {grace.end && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <ExtendGraceForm tenant={tenant} extend={extend} />
          {grace.running && <EndGraceButton tenant={tenant} callers={offenders.rows.length} end={end} />}
        </div>
      )}
      <Card flush>
        <OffenderTable
          rows={offenders.rows.map((row) => cellsOf(row, tenant))}
          empty={
            <EmptyState icon="message" title="Nobody has left a rationale out">
              Calls without one are listed here by gateway, agent and day, so that you know whom to ask.
            </EmptyState>
          }
        />
        <Pagination
          label="Pages of callers"
          newer={paged ? { href: `${page}#grace`, label: "Newest" } : null}
          older={
            offenders.nextCursor
              ? { href: `${page}?offenders=${offenders.nextCursor}#grace`, label: "Older" }
              : null
          }
        />
      </Card>
    </Section>
  );
}

function GraceLine({ days, end, running }: GraceState) {
  if (end === null)
    return `No call has arrived yet. The grace period begins with the first one and lasts ${counted(days, "day", "days")}.`;
  return (
    <>
      {running ? "A missing rationale is a warning until" : "The grace period ended"}{" "}
      <Time value={end} form="date-time" />
      {running ? "; after that such calls are refused." : ": calls without a rationale are refused."}
    </>
  );
}

function cellsOf({ gateway, agent, day, calls }: Offender, tenant: string) {
  const search = new URLSearchParams({ tenant, within: "30d", ...(agent === null ? {} : { agent }) });
  return {
    id: `${gateway.id} ${agent ?? ""} ${day}`,
    gateway:
      gateway.name === "" ? (
        "Unknown: the gateway is gone"
      ) : (
        <Link
          href={`/gateways/${gateway.id}`}
          prefetch={false}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          <Foreign>{gateway.name}</Foreign>
        </Link>
      ),
    agent:
      agent === null ? (
        <span className="text-fg-subtle">Unknown: the call named no agent</span>
      ) : (
        <Link
          href={`/rationales?${search}`}
          prefetch={false}
          className="inline-flex min-h-6 items-center hover:underline"
        >
          <Foreign>{agent}</Foreign>
        </Link>
      ),
    day,
    calls: calls.toLocaleString("en"),
  };
}
