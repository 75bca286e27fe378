import Link from "next/link";
import { StatusMark } from "@/components/ui/badge";
import { Code, Foreign } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { Input, Select } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { Card } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { Time } from "@/components/ui/time";
import { tookWords } from "@/components/words/gateway-log";
import {
  REQUEST_STATUSES,
  type RequestFilter,
  type RequestPage,
  type RequestRow,
  type RequestStatus,
  SEARCHED_MAX,
} from "@/lib/gateways/requests/types";
import { FilterChoice } from "../filter-choice";

const STATUS_WORDS: Record<RequestStatus, string> = {
  ok: "Accepted",
  refused: "Refused (4xx)",
  failed: "Failed (5xx)",
};

/** What a gateway sent lately. */
export function RequestList({
  gatewayId,
  page,
  filter,
}: {
  gatewayId: string;
  page: RequestPage;
  filter: RequestFilter;
}) {
  const base = `/gateways/${gatewayId}/requests`;
  const { cursor, ...rest } = filter;
  const kept = Object.entries(rest).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const address = (more: Record<string, string>) => {
    const query = new URLSearchParams([...kept, ...Object.entries(more)]);
    return query.size > 0 ? `${base}?${query}` : base;
  };
  const filtered = kept.length > 0;
  return (
    <div className="flex flex-col gap-3">
      <Filters base={base} filter={filter} />
      <Card flush>
        {page.rows.length === 0 ? (
          <EmptyState
            icon={filtered ? "filter" : "inbox"}
            title={filtered ? "No request matches" : "No request yet"}
          >
            {filtered
              ? "Change or clear the filters. Only what is still kept can be found."
              : "The gateway has sent nothing in this time. Its next request shows here within a second."}
          </EmptyState>
        ) : (
          <ul aria-label="Requests, newest first" className="divide-y divide-border">
            {page.rows.map((row) => (
              <Row key={row.id} row={row} href={`${base}/${row.id}`} />
            ))}
          </ul>
        )}
        {filter.q !== undefined && (
          <p className="px-4 py-2 text-xs text-fg-muted">
            The search covers the newest {SEARCHED_MAX.toLocaleString("en")} requests.
          </p>
        )}
        <Pagination
          label="Pages of requests"
          newer={cursor ? { href: address({}), label: "Back to the newest" } : null}
          older={page.nextCursor ? { href: address({ cursor: page.nextCursor }), label: "Older" } : null}
        />
      </Card>
    </div>
  );
}

function Filters({ base, filter }: { base: string; filter: RequestFilter }) {
  return (
    <FilterForm action={base} label="Filter requests">
      <SearchField
        label="Part of a body or path, a request id, an idempotency key"
        placeholder="Part of a body or path, a request id, an idempotency key"
        defaultValue={filter.q}
      />
      <FilterChoice name="status" label="Response" first>
        <Select id="filter-status" name="status" defaultValue={filter.status ?? ""}>
          <option value="">Any</option>
          {REQUEST_STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_WORDS[status]}
            </option>
          ))}
        </Select>
      </FilterChoice>
      <FilterChoice name="path" label="Path begins with">
        <Input
          id="filter-path"
          name="path"
          defaultValue={filter.path}
          autoComplete="off"
          spellCheck={false}
        />
      </FilterChoice>
    </FilterForm>
  );
}

/** A response's status: refusals stand out by icon and weight, not by a risk's colour. */
export function ResponseMark({ status }: { status: number }) {
  return (
    <StatusMark icon={status < 400 ? "check" : status < 500 ? "x" : "alert"} strong={status >= 400}>
      <span className="tnum">{status}</span>
    </StatusMark>
  );
}

function Row({ row, href }: { row: RequestRow; href: string }) {
  return (
    <li
      data-row={row.id}
      className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-sunken"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 max-sm:basis-full">
        <Link
          href={href}
          prefetch={false}
          data-key="row"
          className="mono text-sm font-medium wrap-anywhere after:absolute after:inset-0 hover:underline max-sm:inline-flex max-sm:min-h-12 max-sm:items-center"
        >
          <bdi>{`${row.method} ${row.path}`}</bdi>
        </Link>
        <span className="text-xs text-fg-muted">
          <Time value={row.at} form="time-seconds" focusable={false} />
          {` · ${tookWords(row.durationMs)}`}
          {row.bytes !== null &&
            ` · ${
              row.bytes < 1024
                ? `${row.bytes} bytes`
                : `${(row.bytes / 1024).toLocaleString("en", { maximumFractionDigits: 1 })} KiB`
            }`}
          {row.tenant && (
            <>
              {" · "}
              <Foreign>{row.tenant}</Foreign>
            </>
          )}
          {row.keyPrefix && (
            <>
              {" · "}
              <Code>{`${row.keyPrefix}…`}</Code>
            </>
          )}
        </span>
      </span>
      <ResponseMark status={row.status} />
    </li>
  );
}
