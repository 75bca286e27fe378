import type { ReactNode } from "react";
import { Choice } from "@/components/ui/list/choice";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterFold } from "@/components/ui/list/filter-fold";
import { FilterForm } from "@/components/ui/list/filter-form";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListNotice } from "@/components/ui/list/list-notice";
import { Paging } from "@/components/ui/list/paging";
import { SearchField } from "@/components/ui/list/search-field";
import { Card } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { METHODS, PEOPLE, PERSON_STATES, ROLES_SAID } from "@/components/words/people";
import { UI } from "@/components/words/ui";
import { type PeopleFilter, peopleList } from "@/lib/auth/people/list";
import type { PersonListed } from "@/lib/auth/people/queries";
import { ROLES } from "@/lib/auth/types";
import type { ListProblem } from "@/lib/core/list/filters";
import type { TenantChoice } from "./limits-field";
import { PeopleTable, type PersonCells } from "./people-table";
import { PersonState } from "./person-state";
import { shortList } from "./short-list";

const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLES_SAID[value].name }));
const STATE_OPTIONS = Object.entries(PERSON_STATES).map(([value, label]) => ({ value, label }));
const METHOD_OPTIONS = (["password", "sso"] as const).map((value) => ({ value, label: METHODS[value] }));

// What is not chosen says itself what it is about.
const LOOK = { hideLabel: true, className: "max-sm:w-[calc(50%-0.25rem)] sm:w-36" };

/** Everybody who can sign in, with filters. */
export function PeopleList({
  rows,
  nextCursor,
  filter,
  problems,
  tenants,
  viewerId,
  invite,
}: {
  rows: readonly PersonListed[];
  nextCursor: string | null;
  filter: PeopleFilter;
  /** What of the address is no filter. */
  problems: readonly ListProblem[];
  tenants: readonly TenantChoice[];
  viewerId: string;
  invite: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3">
      <ListNotice problems={problems} />
      <PeopleFilters filter={filter} tenants={tenants} />
      <Card flush>
        <PeopleTable
          rows={rows.map((row) => cellsOf(row, viewerId))}
          empty={
            <ListEmpty
              filtered={peopleList.query(filter) !== ""}
              match={{ icon: "search", title: PEOPLE.noMatch, text: PEOPLE.noMatchText }}
              none={{ icon: "users", title: PEOPLE.empty, text: PEOPLE.emptyText, action: invite }}
            />
          }
        />
        <Paging
          list={peopleList}
          filter={filter}
          nextCursor={nextCursor}
          label={PEOPLE.paging}
          newest={PEOPLE.first}
          older={PEOPLE.older}
        />
      </Card>
    </div>
  );
}

function PeopleFilters({ filter, tenants }: { filter: PeopleFilter; tenants: readonly TenantChoice[] }) {
  const field = fieldsOf(filter, PEOPLE);
  return (
    <FilterForm action={peopleList.path} label={PEOPLE.filter}>
      <SearchField label={PEOPLE.search} placeholder={PEOPLE.search} defaultValue={filter.q} />
      <FilterFold
        onPhones
        label={UI.filters}
        initiallyOpen={[filter.role, filter.state, filter.method, filter.tenant].some(Boolean)}
      >
        <Choice {...field("role")} any={PEOPLE.anyRole} options={ROLE_OPTIONS} {...LOOK} first />
        <Choice {...field("state")} any={PEOPLE.anyState} options={STATE_OPTIONS} {...LOOK} />
        <Choice {...field("method")} any={PEOPLE.anyMethod} options={METHOD_OPTIONS} {...LOOK} />
        {tenants.length > 1 && (
          <Choice
            {...field("tenant")}
            any={PEOPLE.anyTenant}
            options={tenants.map(({ key, name }) => ({ value: key, label: name }))}
            {...LOOK}
          />
        )}
      </FilterFold>
    </FilterForm>
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
