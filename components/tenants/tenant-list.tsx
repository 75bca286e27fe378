import Link from "next/link";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterForm } from "@/components/ui/filter-form";
import { Card } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { Time } from "@/components/ui/time";
import type { TenantListRow } from "@/lib/insights/types";
import type { TenantListQuery } from "@/lib/tenants/schema";
import { type TenantCells, TenantTable } from "./tenant-table";

const COUNTED_MAX = 1_000;
const counted = (value: number) =>
  value > COUNTED_MAX ? `${COUNTED_MAX.toLocaleString("en")}+` : value.toLocaleString("en");

/** The tenants a person may set up. */
export function TenantList({
  rows,
  nextCursor,
  filter,
  now,
  create,
}: {
  rows: TenantListRow[];
  nextCursor: string | null;
  filter: TenantListQuery;
  now: number;
  create: ReactNode;
}) {
  const address = (cursor: string) =>
    `/settings/tenants?${new URLSearchParams({ ...(filter.q ? { q: filter.q } : {}), cursor })}`;
  const empty = filter.q ? (
    <EmptyState icon="search" title="No tenant matches">
      No tenant's name or key contains this text.
    </EmptyState>
  ) : (
    <EmptyState icon="building" title="No tenant yet" action={create}>
      A tenant appears when a gateway is registered for it. You can also create one now and register its
      gateway afterwards.
    </EmptyState>
  );
  return (
    <div className="flex flex-col gap-3">
      <FilterForm action="/settings/tenants" label="Filter tenants">
        <SearchField
          label="Part of a name or key"
          placeholder="Part of a name or key"
          defaultValue={filter.q}
        />
      </FilterForm>
      <Card flush>
        <TenantTable rows={rows.map((row) => cellsOf(row, now))} empty={empty} />
        <Pagination
          label="Pages of tenants"
          newer={filter.cursor ? { href: "/settings/tenants", label: "Back to the first" } : null}
          older={nextCursor ? { href: address(nextCursor), label: "More tenants" } : null}
        />
      </Card>
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
    offenders: offenders === 0 ? "0" : <CountLink href={`${href}#grace`} value={offenders} />,
  };
}

function Quiet({ children }: { children: ReactNode }) {
  return <span className="text-fg-subtle">{children}</span>;
}

function CountLink({ href, value }: { href: string; value: number }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
    >
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
