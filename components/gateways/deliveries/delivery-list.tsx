import Link from "next/link";
import { Code, Foreign } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { Input, Select } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { NarrowFilters } from "@/components/ui/narrow-filters";
import { Card } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counted";
import { DELIVERY_STATE_WORDS } from "@/components/words/gateway-log";
import type { DeliveryPage, DeliveryRow } from "@/lib/delivery/types";
import { DELIVERY_STATES } from "@/lib/delivery/types";
import { redactTarget } from "@/lib/gateways/requests/redaction";
import { FilterChoice } from "../filter-choice";
import { DeliveryMark } from "./state-mark";

type LogFilter = { state?: string; type?: string; since?: string; until?: string; cursor?: string };

/** The delivery log of one gateway. */
export function DeliveryList({
  gatewayId,
  page,
  filter,
}: {
  gatewayId: string;
  page: DeliveryPage;
  filter: LogFilter;
}) {
  const base = `/gateways/${gatewayId}/deliveries`;
  const { cursor, ...rest } = filter;
  const kept = Object.entries(rest).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const address = (more: Record<string, string>) => {
    const query = new URLSearchParams([...kept, ...Object.entries(more)]);
    return query.size > 0 ? `${base}?${query}` : base;
  };
  return (
    <div className="flex flex-col gap-3">
      <Filters base={base} filter={filter} />
      <Card flush>
        {page.rows.length === 0 ? (
          <EmptyState
            icon={kept.length > 0 ? "filter" : "send"}
            title={kept.length > 0 ? "No callback matches" : "No callback yet"}
          >
            {kept.length > 0
              ? "Change or clear the filters."
              : "When an approver decides a call of this gateway, its callback shows here. You can also send a test."}
          </EmptyState>
        ) : (
          <ul aria-label="Callbacks, newest first" className="divide-y divide-border">
            {page.rows.map((row) => (
              <Row key={row.id} row={row} href={`${base}/${row.id}`} />
            ))}
          </ul>
        )}
        <Pagination
          label="Pages of the log"
          newer={cursor ? { href: address({}), label: "Back to the newest" } : null}
          older={page.nextCursor ? { href: address({ cursor: page.nextCursor }), label: "Older" } : null}
        />
      </Card>
    </div>
  );
}

function Filters({ base, filter }: { base: string; filter: LogFilter }) {
  return (
    <FilterForm action={base} label="Filter callbacks">
      <NarrowFilters anySet={[filter.state, filter.type, filter.since, filter.until].some(Boolean)}>
        <FilterChoice name="state" label="State" first>
          <Select id="filter-state" name="state" defaultValue={filter.state ?? ""}>
            <option value="">Any</option>
            {DELIVERY_STATES.map((state) => (
              <option key={state} value={state}>
                {DELIVERY_STATE_WORDS[state]}
              </option>
            ))}
          </Select>
        </FilterChoice>
        <FilterChoice name="type" label="Type">
          <Input
            id="filter-type"
            name="type"
            defaultValue={filter.type}
            placeholder="approval.approved"
            autoComplete="off"
            spellCheck={false}
          />
        </FilterChoice>
        <FilterChoice name="since" label="From">
          <Input id="filter-since" type="date" name="since" defaultValue={filter.since} />
        </FilterChoice>
        <FilterChoice name="until" label="To">
          <Input id="filter-until" type="date" name="until" defaultValue={filter.until} />
        </FilterChoice>
      </NarrowFilters>
    </FilterForm>
  );
}

function Row({ row, href }: { row: DeliveryRow; href: string }) {
  const { state, lastStatus, lastError } = row;
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
          {row.type}
        </Link>
        <span className="text-xs text-fg-muted">
          <Time value={row.createdAt} form="date-time" focusable={false} />
          {row.attempts > 0 && ` · ${counted(row.attempts, "attempt")}`}
          {row.attempts > 0 && ` · ${lastStatus === null ? "no response" : `response ${lastStatus}`}`}
          {state === "waiting" && row.attempts > 0 && (
            <>
              {" "}
              · next attempt <Time value={row.nextAttemptAt} form="time-seconds" focusable={false} />
            </>
          )}
          {" · "}
          <Code>{redactTarget(row.url)}</Code>
        </span>
        {lastError && (
          <span className="text-xs text-fg-muted">
            <Foreign>{lastError}</Foreign>
          </span>
        )}
      </span>
      <DeliveryMark state={state} />
    </li>
  );
}
