import { ButtonLink } from "@/components/ui/button-link";
import { Choice } from "@/components/ui/list/choice";
import { plainOptions } from "@/components/ui/list/choice-options";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListFrame } from "@/components/ui/list/list-frame";
import { SearchField } from "@/components/ui/list/search-field";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ListProblem } from "@/lib/core/list/filters";
import { type AgentFilter, agentList } from "@/lib/insights/agents/list";
import { OWNED_VIEWS, type OwnedView, type SeenAgent } from "@/lib/insights/agents/types";
import type { Person } from "../groups/person-options";
import { NameOwner } from "./name-owner";

const VIEW_WORDS: Record<OwnedView, string> = { all: "All", unowned: "Without an owner" };

/** The agents of the tenants and their owners. */
export function AgentList({
  rows,
  nextCursor,
  filter,
  problems,
  tenants,
  people,
}: {
  rows: readonly SeenAgent[];
  nextCursor: string | null;
  filter: AgentFilter;
  problems: readonly ListProblem[];
  tenants: readonly string[];
  people: readonly Person[];
}) {
  return (
    <div className="flex flex-col gap-3">
      <ListFrame
        problems={problems}
        filters={
          <>
            <TabLinks
              label="Views of the agents"
              items={OWNED_VIEWS.map((view) => ({
                href: agentList.link(filter, { view }),
                label: VIEW_WORDS[view],
                current: filter.view === view,
              }))}
            />
            <FilterForm action={agentList.path} label="Filter agents" views={OWNED_VIEWS}>
              <SearchField label="Name of an agent" placeholder="Name of an agent" defaultValue={filter.q} />
              {tenants.length > 1 || filter.tenant !== undefined ? (
                <Choice
                  {...fieldsOf(filter, { tenant: "Tenant" })("tenant")}
                  any="All tenants"
                  options={plainOptions(tenants)}
                  hideLabel
                  first
                />
              ) : null}
            </FilterForm>
          </>
        }
        empty={rows.length === 0 && <NoAgents filter={filter} goesOn={nextCursor !== null} />}
        list={agentList}
        filter={filter}
        nextCursor={nextCursor}
        label="Pages of agents"
        newest="Back to the first"
        older="More agents"
      >
        <ul aria-label="Agents" className="divide-y divide-border">
          {rows.map((row) => (
            <AgentRow key={`${row.tenant.key} ${row.agent}`} row={row} people={people} />
          ))}
        </ul>
      </ListFrame>
    </div>
  );
}

function NoAgents({ filter, goesOn }: { filter: AgentFilter; goesOn: boolean }) {
  const text = goesOn
    ? "No agent matches among the names that this page looked through. “More agents” looks through the next ones."
    : "No agent matches all of these filters.";
  return (
    <ListEmpty
      filtered={agentList.query(filter) !== ""}
      match={{ icon: "search", title: goesOn ? "No match so far" : "No agent matches", text }}
      none={{
        icon: "users",
        title: "No agent yet",
        text: "An agent appears here with its first call that names it. Its owner can be named before that.",
        action: <ButtonLink href="/docs/connecting">Connecting agents</ButtonLink>,
      }}
    />
  );
}

function AgentRow({ row, people }: { row: SeenAgent; people: readonly Person[] }) {
  const { agent, tenant, lastSeenAt, owner } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-3.5 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">
          <Untrusted>{agent}</Untrusted>
        </p>
        <p className="text-fg-muted">
          <Untrusted>{tenant.name}</Untrusted> ·{" "}
          {lastSeenAt ? (
            <>
              last seen <Time value={lastSeenAt} form="relative" />
            </>
          ) : (
            "no stored calls"
          )}
        </p>
      </div>
      <p className="min-w-0 basis-48 wrap-anywhere max-sm:basis-full">
        {owner ? (
          <>
            <span className="text-fg-muted">Owner: </span>
            <Untrusted>{owner.name}</Untrusted>
            {owner.isOff ? <span className="text-fg-muted"> (can no longer sign in)</span> : null}
          </>
        ) : (
          <span className="text-fg-muted">No owner</span>
        )}
      </p>
      {/* As wide as the longest text, so that the owners align. */}
      <div className="sm:w-34 sm:text-end">
        <NameOwner of={{ agent, tenant: tenant.key, owner: owner?.email ?? null }} people={people} />
      </div>
    </li>
  );
}
