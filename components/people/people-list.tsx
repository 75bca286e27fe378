import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { NarrowFilters } from "@/components/ui/narrow-filters";
import { Card } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { Time } from "@/components/ui/time";
import { PERSON_STATES, ROLES_SAID } from "@/components/words/people";
import type { PeopleFilter } from "@/lib/auth/people/schema";
import type { PersonListed } from "@/lib/auth/people/types";
import { ROLES } from "@/lib/auth/types";
import type { TenantChoice } from "./limits-field";
import { PeopleTable, type PersonCells } from "./people-table";
import { PersonState } from "./person-state";
import { shortList } from "./short-list";

const PATH = "/settings/people";

/** Everyone who can sign in, with filters. */
export function PeopleList({
  rows,
  nextCursor,
  filter,
  tenants,
  viewerId,
  invite,
}: {
  rows: readonly PersonListed[];
  nextCursor: string | null;
  filter: PeopleFilter;
  tenants: readonly TenantChoice[];
  viewerId: string;
  invite: ReactNode;
}) {
  const { cursor, ...set } = filter;
  const filtered = Object.values(set).some(Boolean);
  const address = (after: string) => `${PATH}?${new URLSearchParams({ ...clean(set), cursor: after })}`;
  const first = filtered ? `${PATH}?${new URLSearchParams(clean(set))}` : PATH;
  return (
    <div className="flex flex-col gap-3">
      <PeopleFilters filter={filter} tenants={tenants} />
      <Card flush>
        <PeopleTable
          rows={rows.map((row) => cellsOf(row, viewerId))}
          empty={
            filtered || cursor ? (
              <EmptyState icon="search" title="Nobody matches">
                No person fits all of these filters.
              </EmptyState>
            ) : (
              <EmptyState icon="users" title="Nobody yet" action={invite}>
                Invite the first person with a link that works once.
              </EmptyState>
            )
          }
        />
        <Pagination
          label="Pages of people"
          newer={cursor ? { href: first, label: "Back to the first" } : null}
          older={nextCursor ? { href: address(nextCursor), label: "More people" } : null}
        />
      </Card>
    </div>
  );
}

function PeopleFilters({ filter, tenants }: { filter: PeopleFilter; tenants: readonly TenantChoice[] }) {
  return (
    <FilterForm action={PATH} label="Filter people">
      <SearchField
        label="Name or e-mail address"
        placeholder="Name or e-mail address"
        defaultValue={filter.q}
      />
      <NarrowFilters anySet={[filter.role, filter.state, filter.method, filter.tenant].some(Boolean)}>
        <Choice
          name="role"
          label="Role"
          any="Any role"
          value={filter.role}
          options={ROLES.map((role) => [role, ROLES_SAID[role].name])}
          first
        />
        <Choice
          name="state"
          label="State"
          any="Any state"
          value={filter.state}
          options={Object.entries(PERSON_STATES)}
        />
        <Choice
          name="method"
          label="Signs in with"
          any="Any sign-in"
          value={filter.method}
          options={[
            ["password", "Password"],
            ["sso", "Single sign-on"],
          ]}
        />
        {tenants.length > 1 && (
          <Choice
            name="tenant"
            label="Tenant"
            any="Any tenant"
            value={filter.tenant}
            options={tenants.map(({ key, name }) => [key, name])}
          />
        )}
      </NarrowFilters>
    </FilterForm>
  );
}

function Choice({
  name,
  label,
  any,
  value,
  options,
  first = false,
}: {
  name: string;
  label: string;
  any: string;
  value: string | undefined;
  options: readonly (readonly [string, string])[];
  /** `F` goes to it. */
  first?: boolean;
}) {
  return (
    <Select
      name={name}
      aria-label={label}
      defaultValue={value ?? ""}
      data-key={first ? "filter" : undefined}
      className="max-sm:w-[calc(50%-0.25rem)] sm:w-36"
    >
      <option value="">{any}</option>
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </Select>
  );
}

function cellsOf(person: PersonListed, viewerId: string): PersonCells {
  const { id, name, email, role, tenants, lastSignInAt } = person;
  return {
    id,
    name,
    email,
    you: id === viewerId,
    role: ROLES_SAID[role].name,
    tenants: tenants === null ? "All tenants" : shortList(tenants),
    methods: methodsOf(person),
    lastSignIn: lastSignInAt ? <Time value={lastSignInAt} form="relative" /> : "Never",
    state: <PersonState person={person} />,
  };
}

/** How a user can sign in, in words. */
export function methodsOf(person: Pick<PersonListed, "hasPassword" | "hasSingleSignOn">): string {
  const ways = [
    ...(person.hasPassword ? ["Password"] : []),
    ...(person.hasSingleSignOn ? ["Single sign-on"] : []),
  ];
  return ways.length > 0 ? ways.join(", ") : "None yet";
}

function clean(set: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(set).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
