import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { FilterForm } from "@/components/ui/list/filter-form";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListFrame } from "@/components/ui/list/list-frame";
import { SearchField } from "@/components/ui/list/search-field";
import { Time } from "@/components/ui/time";
import type { ListProblem } from "@/lib/core/list/filters";
import type { TenantListRow } from "@/lib/insights/types";
import { offenderList } from "@/lib/intake/offenders/list";
import { type TenantFilter, tenantList } from "@/lib/tenants/list";
import { type TenantCells, TenantTable } from "./tenant-table";

const COUNTED_MAX = 1_000;
const counted = (value: number) =>
  value > COUNTED_MAX ? `${COUNTED_MAX.toLocaleString("en")}+` : value.toLocaleString("en");

export function TenantList({
  rows,
  nextCursor,
  filter,
  problems,
  now,
  create,
}: {
  rows: TenantListRow[];
  nextCursor: string | null;
  filter: TenantFilter;
  /** Query parameters that the list ignores. */
  problems: readonly ListProblem[];
  now: number;
  create: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3">
      <ListFrame
        problems={problems}
        filters={
          <FilterForm action={tenantList.path} label="Filter tenants">
            <SearchField
              label="Part of a name or key"
              placeholder="Part of a name or key"
              defaultValue={filter.q}
            />
          </FilterForm>
        }
        list={tenantList}
        filter={filter}
        nextCursor={nextCursor}
        label="Pages of tenants"
        newest="Back to the first"
        older="More tenants"
      >
        <TenantTable
          rows={rows.map((row) => cellsOf(row, now))}
          empty={
            <ListEmpty
              filtered={tenantList.isNarrowed(filter)}
              match={{
                icon: "search",
                title: "No tenant matches",
                text: "No tenant's name or key contains this text.",
              }}
              none={{
                icon: "building",
                title: "No tenant yet",
                text: "A tenant appears when a gateway is registered for it. You can also create one now and register its gateway afterwards.",
                action: create,
              }}
            />
          }
        />
      </ListFrame>
    </div>
  );
}

function cellsOf(row: TenantListRow, now: number): TenantCells {
  const { key, name, pending, lastCallAt, gateways, graceEndsAt, offenders } = row;
  const href = `/settings/tenants/${encodeURIComponent(key)}`;
  return {
    key,
    name,
    href,
    pending:
      pending === 0 ? (
        "0"
      ) : (
        <CountLink href={`/approvals?view=all&tenant=${encodeURIComponent(key)}`} value={pending} />
      ),
    lastCall: lastCallAt ? <Time value={lastCallAt} form="relative" /> : <Quiet>None yet</Quiet>,
    gateways: counted(gateways),
    grace: <Grace end={graceEndsAt} now={now} />,
    offenders:
      offenders === 0 ? (
        "0"
      ) : (
        <CountLink href={offenderList.link({ view: "unresolved" }, { tenant: key })} value={offenders} />
      ),
  };
}

function Quiet({ children }: { children: ReactNode }) {
  return <span className="text-fg-subtle">{children}</span>;
}

function CountLink({ href, value }: { href: string; value: number }) {
  return (
    <Link href={href} className="inline-flex min-h-6 items-center font-medium text-accent hover:underline">
      {counted(value)}
    </Link>
  );
}

function Grace({ end, now }: { end: Date | null; now: number }) {
  if (end === null) return <Quiet>Begins with the first call</Quiet>;
  if (end.getTime() <= now) return <Quiet>Over</Quiet>;
  return (
    <span>
      until <Time value={end} form="date" />
    </span>
  );
}
