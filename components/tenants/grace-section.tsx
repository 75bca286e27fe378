import Link from "next/link";
import { Foreign } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { Card, Section } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { GRACE } from "@/components/words/tenants";
import { offenderList } from "@/lib/gateways/list";
import type { Offender } from "@/lib/gateways/types";
import { type EndGrace, EndGraceButton, type ExtendGrace, ExtendGraceForm } from "./grace-controls";
import { OffenderTable } from "./offender-table";

export type GraceState = { days: number; end: Date | null; running: boolean };

/** How long a missing rationale is a warning only, and who leaves it out. */
export function GraceSection({
  tenant,
  grace,
  offenders,
  address,
  end,
  extend,
}: {
  tenant: string;
  grace: GraceState;
  offenders: { rows: Offender[]; nextCursor: string | null };
  /** Which page of offenders is shown. */
  address: ReturnType<typeof offenderList.parse>;
  end: EndGrace;
  extend: ExtendGrace;
}) {
  return (
    <Section id="grace" title={GRACE.title} description={<GraceLine {...grace} />}>
      {grace.end && (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <ExtendGraceForm tenant={tenant} extend={extend} />
          {grace.running && <EndGraceButton tenant={tenant} callers={offenders.rows.length} end={end} />}
        </div>
      )}
      <ListNotice problems={address.problems} />
      <Card flush>
        <OffenderTable
          rows={offenders.rows.map((row) => cellsOf(row, tenant))}
          empty={
            <EmptyState icon="message" title={GRACE.empty}>
              {GRACE.emptyText}
            </EmptyState>
          }
        />
        <Paging
          list={offenderList}
          filter={address.filter}
          nextCursor={offenders.nextCursor}
          path={`${offenderList.path}/${encodeURIComponent(tenant)}`}
          hash="#grace"
          label={GRACE.paging}
          newest={GRACE.newest}
          older={GRACE.older}
        />
      </Card>
    </Section>
  );
}

function GraceLine({ days, end, running }: GraceState) {
  if (end === null) return GRACE.notBegun(days);
  return (
    <>
      {running ? GRACE.running : GRACE.over} <Time value={end} form="date-time" />
      {running ? GRACE.runningAfter : GRACE.overAfter}
    </>
  );
}

function cellsOf({ gateway, agent, day, calls }: Offender, tenant: string) {
  const search = new URLSearchParams({ tenant, within: "30d", ...(agent === null ? {} : { agent }) });
  return {
    id: `${gateway.id} ${agent ?? ""} ${day}`,
    gateway:
      gateway.name === "" ? (
        GRACE.noGateway
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
        <span className="text-fg-subtle">{GRACE.noAgent}</span>
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
