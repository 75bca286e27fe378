import { StatusMark } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Choice } from "@/components/ui/list/choice";
import { FilterText, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListFrame } from "@/components/ui/list/list-frame";
import { SearchField } from "@/components/ui/list/search-field";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { tookWords } from "@/components/words/gateway-log";
import type { ListProblem } from "@/lib/core/list/filters";
import { type RequestFilter, requestList } from "@/lib/gateways/requests/list";
import {
  REQUEST_STATUSES,
  type RequestPage,
  type RequestRow,
  type RequestStatus,
  SEARCHED_MAX,
} from "@/lib/gateways/requests/types";

const STATUS_WORDS: Record<RequestStatus, string> = {
  ok: "Accepted",
  refused: "Refused (4xx)",
  failed: "Failed (5xx)",
};

/** Recent requests of a gateway. */
export function RequestList({
  gatewayId,
  page,
  filter,
  problems,
}: {
  gatewayId: string;
  page: RequestPage;
  filter: RequestFilter;
  /** Query parameters that the list ignores. */
  problems: readonly ListProblem[];
}) {
  const base = `/gateways/${gatewayId}/requests`;
  return (
    <div className="flex flex-col gap-3">
      <ListFrame
        problems={problems}
        filters={<Filters base={base} filter={filter} />}
        list={requestList}
        filter={filter}
        nextCursor={page.nextCursor}
        path={base}
        label="Pages of requests"
        newest="Back to the newest"
        older="Older"
      >
        {page.rows.length === 0 ? (
          <ListEmpty
            filtered={requestList.isNarrowed(filter)}
            match={{
              title: "No request matches",
              text: "Change or clear the filters. The search finds only requests that are still kept.",
            }}
            none={{
              title: "No request yet",
              text: "The gateway has sent nothing in this time. Its next request shows here within a second.",
            }}
          />
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
      </ListFrame>
    </div>
  );
}

const LABELS = { status: "Response", path: "Path begins with" };

const STATUS_OPTIONS = REQUEST_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }));

function Filters({ base, filter }: { base: string; filter: RequestFilter }) {
  const field = fieldsOf(filter, LABELS);
  return (
    <FilterForm action={base} label="Filter requests">
      <SearchField
        label="Part of a body or path, a request id, an idempotency key"
        placeholder="Part of a body or path, a request id, an idempotency key"
        defaultValue={filter.q}
      />
      <Choice {...field("status")} any="Any" options={STATUS_OPTIONS} first />
      <FilterText {...field("path")} />
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
              <Untrusted>{row.tenant}</Untrusted>
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
