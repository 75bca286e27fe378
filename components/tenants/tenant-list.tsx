import Link from "next/link";
import type { ReactNode } from "react";
import { FilterForm } from "@/components/ui/list/filter-form";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { SearchField } from "@/components/ui/list/search-field";
import { Card } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { TENANTS } from "@/components/words/tenants";
import type { ListProblem } from "@/lib/core/list/filters";
import type { TenantListRow } from "@/lib/insights/types";
import { type TenantFilter, tenantList } from "@/lib/tenants/list";
import { type TenantCells, TenantTable } from "./tenant-table";

const COUNTED_MAX = 1_000;
const counted = (value: number) =>
  value > COUNTED_MAX ? `${COUNTED_MAX.toLocaleString("en")}+` : value.toLocaleString("en");

/** The tenants a person may set up. */
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
  /** What of the address is no filter. */
  problems: readonly ListProblem[];
  now: number;
  create: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3">
      <ListNotice problems={problems} />
      <FilterForm action={tenantList.path} label={TENANTS.filter}>
        <SearchField label={TENANTS.search} placeholder={TENANTS.search} defaultValue={filter.q} />
      </FilterForm>
      <Card flush>
        <TenantTable
          rows={rows.map((row) => cellsOf(row, now))}
          empty={
            <ListEmpty
              filtered={tenantList.isNarrowed(filter)}
              match={{ icon: "search", title: TENANTS.noMatch, text: TENANTS.noMatchText }}
              none={{ icon: "building", title: TENANTS.empty, text: TENANTS.emptyText, action: create }}
            />
          }
        />
        <Paging
          list={tenantList}
          filter={filter}
          nextCursor={nextCursor}
          label={TENANTS.paging}
          newest={TENANTS.first}
          older={TENANTS.older}
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
    lastCall: lastCallAt ? <Time value={lastCallAt} form="relative" /> : <Quiet>{TENANTS.never}</Quiet>,
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
  if (end === null) return <Quiet>{TENANTS.graceNotBegun}</Quiet>;
  if (end.getTime() <= now) return <Quiet>{TENANTS.graceOver}</Quiet>;
  return (
    <span>
      {TENANTS.graceUntil} <Time value={end} form="date" />
    </span>
  );
}
