import Link from "next/link";
import { StatusMark } from "@/components/ui/badge";
import { Choice } from "@/components/ui/list/choice";
import { FilterText, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { SearchField } from "@/components/ui/list/search-field";
import { Card } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { DELIVERIES, DELIVERY, REQUESTS } from "@/components/words/gateway-log";
import type { ListProblem } from "@/lib/core/list/filters";
import { type RequestFilter, requestList } from "@/lib/gateways/requests/list";
import {
  REQUEST_STATUSES,
  type RequestPage,
  type RequestRow,
  SEARCHED_MAX,
} from "@/lib/gateways/requests/types";

/** What a gateway asked lately. */
export function RequestList({
  gatewayId,
  page,
  filter,
  problems,
}: {
  gatewayId: string;
  page: RequestPage;
  filter: RequestFilter;
  /** What of the address is no filter. */
  problems: readonly ListProblem[];
}) {
  const base = `/gateways/${gatewayId}/requests`;
  return (
    <div className="flex flex-col gap-3">
      <ListNotice problems={problems} />
      <Filters base={base} filter={filter} />
      <Card flush>
        {page.rows.length === 0 ? (
          <ListEmpty
            filtered={requestList.isNarrowed(filter)}
            match={{ title: REQUESTS.filtered, text: REQUESTS.filteredHint }}
            none={{ title: REQUESTS.empty, text: REQUESTS.emptyHint }}
          />
        ) : (
          <ul aria-label={REQUESTS.list} className="divide-y divide-border">
            {page.rows.map((row) => (
              <Row key={row.id} row={row} href={`${base}/${row.id}`} />
            ))}
          </ul>
        )}
        {filter.q !== undefined && (
          <p className="px-4 py-2 text-xs text-fg-muted">{REQUESTS.searched(SEARCHED_MAX)}</p>
        )}
        <Paging
          list={requestList}
          filter={filter}
          nextCursor={page.nextCursor}
          path={base}
          label={REQUESTS.pages}
          newest={DELIVERIES.first}
          older={DELIVERIES.older}
        />
      </Card>
    </div>
  );
}

const STATUS_OPTIONS = REQUEST_STATUSES.map((value) => ({ value, label: REQUESTS.statuses[value] }));

function Filters({ base, filter }: { base: string; filter: RequestFilter }) {
  const field = fieldsOf(filter, REQUESTS);
  return (
    <FilterForm action={base} label={REQUESTS.filter}>
      <SearchField label={REQUESTS.search} placeholder={REQUESTS.search} defaultValue={filter.q} />
      <Choice {...field("status")} any={REQUESTS.any} options={STATUS_OPTIONS} first />
      <FilterText {...field("path")} />
    </FilterForm>
  );
}

/** An answer's status: refusals stand out by icon and weight, not by a risk's colour. */
export function AnswerMark({ status }: { status: number }) {
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
          {` · ${DELIVERY.ms(row.durationMs)}`}
          {row.bytes !== null && ` · ${REQUESTS.bytes(row.bytes)}`}
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
      <AnswerMark status={row.status} />
    </li>
  );
}
