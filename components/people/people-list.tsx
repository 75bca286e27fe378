import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/field";
import { FilterForm } from "@/components/ui/filter-form";
import { NarrowFilters } from "@/components/ui/narrow-filters";
import { Card } from "@/components/ui/page";
import { Pagination } from "@/components/ui/pagination";
import { SearchField } from "@/components/ui/search-field";
import { Time } from "@/components/ui/time";
import { METHODS, PEOPLE, PERSON_STATES, ROLES_SAID } from "@/components/words/people";
import type { PersonListed } from "@/lib/auth/people/queries";
import type { PeopleFilter } from "@/lib/auth/people/schema";
import { ROLES } from "@/lib/auth/types";
import type { TenantChoice } from "./limits-field";
import { PeopleTable, type PersonCells } from "./people-table";
import { PersonState } from "./person-state";
import { shortList } from "./short-list";

const PATH = "/settings/people";

/** Everybody who can sign in, with filters. */
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
              <EmptyState icon="search" title={PEOPLE.noMatch}>
                {PEOPLE.noMatchText}
              </EmptyState>
            ) : (
              <EmptyState icon="users" title={PEOPLE.empty} action={invite}>
                {PEOPLE.emptyText}
              </EmptyState>
            )
          }
        />
        <Pagination
          label={PEOPLE.paging}
          newer={cursor ? { href: first, label: PEOPLE.first } : null}
          older={nextCursor ? { href: address(nextCursor), label: PEOPLE.older } : null}
        />
      </Card>
    </div>
  );
}

function PeopleFilters({ filter, tenants }: { filter: PeopleFilter; tenants: readonly TenantChoice[] }) {
  return (
    <FilterForm action={PATH} label={PEOPLE.filter}>
      <SearchField label={PEOPLE.search} placeholder={PEOPLE.search} defaultValue={filter.q} />
      <NarrowFilters anySet={[filter.role, filter.state, filter.method, filter.tenant].some(Boolean)}>
        <Choice
          name="role"
          label={PEOPLE.role}
          any={PEOPLE.anyRole}
          value={filter.role}
          options={ROLES.map((role) => [role, ROLES_SAID[role].name])}
          first
        />
        <Choice
          name="state"
          label={PEOPLE.state}
          any={PEOPLE.anyState}
          value={filter.state}
          options={Object.entries(PERSON_STATES)}
        />
        <Choice
          name="method"
          label={PEOPLE.method}
          any={PEOPLE.anyMethod}
          value={filter.method}
          options={[
            ["password", METHODS.password],
            ["sso", METHODS.sso],
          ]}
        />
        {tenants.length > 1 && (
          <Choice
            name="tenant"
            label={PEOPLE.tenant}
            any={PEOPLE.anyTenant}
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
    tenants: tenants === null ? PEOPLE.allTenants : shortList(tenants),
    methods: methodsOf(person),
    lastSignIn: lastSignInAt ? <Time value={lastSignInAt} form="relative" /> : PEOPLE.never,
    state: <PersonState person={person} />,
  };
}

/** How somebody can sign in, in words. */
export function methodsOf(person: Pick<PersonListed, "hasPassword" | "hasSingleSignOn">): string {
  const ways = [
    ...(person.hasPassword ? [METHODS.password] : []),
    ...(person.hasSingleSignOn ? [METHODS.sso] : []),
  ];
  return ways.length > 0 ? ways.join(", ") : METHODS.none;
}

function clean(set: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(set).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
