import { Link } from "@/components/ui/link";
import { Choice } from "@/components/ui/list/choice";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { FilterDay, FilterText, fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListFrame } from "@/components/ui/list/list-frame";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { DELIVERY_STATE_WORDS } from "@/components/words/gateway-log";
import type { ListProblem } from "@/lib/core/list/filters";
import { redactTarget } from "@/lib/core/text/redaction";
import { type DeliveryLogFilter, deliveryList } from "@/lib/delivery/list";
import type { DeliveryPage, DeliveryRow } from "@/lib/delivery/types";
import { DELIVERY_STATES, type DeliveryState } from "@/lib/delivery/types";
import { DeliveryMark } from "./state-mark";

export function DeliveryList({
  gatewayId,
  page,
  filter,
  problems,
}: {
  gatewayId: string;
  page: DeliveryPage;
  filter: DeliveryLogFilter;
  /** Query parameters that the list ignores. */
  problems: readonly ListProblem[];
}) {
  const base = `/gateways/${gatewayId}/deliveries`;
  return (
    <div className="flex flex-col gap-3">
      <ListFrame
        problems={problems}
        filters={<Filters base={base} filter={filter} />}
        empty={
          page.rows.length === 0 && (
            <ListEmpty
              filtered={deliveryList.isNarrowed(filter)}
              match={{ title: "No callback matches", text: "Change or clear the filters." }}
              none={{
                icon: "send",
                title: "No callback yet",
                text: "When an approver decides a call of this gateway, its callback shows here. You can also send a test.",
              }}
            />
          )
        }
        list={deliveryList}
        filter={filter}
        nextCursor={page.nextCursor}
        path={base}
        label="Pages of the log"
        newest="Back to the newest"
        older="Older"
      >
        <ul aria-label="Callbacks, newest first" className="divide-y divide-border">
          {page.rows.map((row) => (
            <Row key={row.id} row={row} href={`${base}/${row.id}`} />
          ))}
        </ul>
      </ListFrame>
    </div>
  );
}

const LABELS = { state: "State", type: "Type", since: "From", until: "To" };

const STATE_OPTIONS = DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_STATE_WORDS[value] }));

function Filters({ base, filter }: { base: string; filter: DeliveryLogFilter }) {
  const field = fieldsOf(filter, LABELS);
  const chips = deliveryList.chips(filter, base);
  return (
    <div className="flex flex-col gap-2">
      <FilterForm action={base} label="Filter callbacks">
        <FilterMenu count={chips.length}>
          <Choice {...field("state")} any="Any" options={STATE_OPTIONS} />
          <FilterText {...field("type")} placeholder="approval.approved" />
          <FilterDay {...field("since")} />
          <FilterDay {...field("until")} />
        </FilterMenu>
      </FilterForm>
      <FilterChips
        chips={chips}
        labels={LABELS}
        shown={(name, value) => (name === "state" ? DELIVERY_STATE_WORDS[value as DeliveryState] : undefined)}
      />
    </div>
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
          <Untrusted mono>{redactTarget(row.url)}</Untrusted>
        </span>
        {lastError && (
          <span className="text-xs text-fg-muted">
            <Untrusted>{lastError}</Untrusted>
          </span>
        )}
      </span>
      <DeliveryMark state={state} />
    </li>
  );
}
