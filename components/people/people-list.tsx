import type { ReactNode } from "react";
import { Choice } from "@/components/ui/list/choice";
import type { ChoiceOption } from "@/components/ui/list/choice-options";
import { FilterChips } from "@/components/ui/list/filter-chips";
import { fieldsOf } from "@/components/ui/list/filter-field";
import { FilterForm } from "@/components/ui/list/filter-form";
import { FilterMenu } from "@/components/ui/list/filter-menu";
import { ListEmpty } from "@/components/ui/list/list-empty";
import { ListFrame } from "@/components/ui/list/list-frame";
import { SearchField } from "@/components/ui/list/search-field";
import { Time } from "@/components/ui/time";
import { PERSON_STATES, ROLES_SAID } from "@/components/words/people";
import type { Rush } from "@/lib/approvals/types";
import { type PeopleFilter, peopleList } from "@/lib/auth/people/list";
import type { PersonListed } from "@/lib/auth/people/types";
import { ROLES } from "@/lib/auth/types";
import type { ListProblem } from "@/lib/core/list/filters";
import type { TenantChoice } from "./limits-field";
import { PeopleTable, type PersonCells } from "./people-table";
import { PersonState } from "./person-state";
import { RushNotice } from "./rush-notice";
import { shortList } from "./short-list";

const LABELS = { q: "Text", role: "Role", state: "State", method: "Signs in with", tenant: "Tenant" };
const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLES_SAID[value].name }));
const STATE_OPTIONS = Object.entries(PERSON_STATES).map(([value, label]) => ({ value, label }));
const METHOD_OPTIONS = [
  { value: "password", label: "Password" },
  { value: "sso", label: "Single sign-on" },
];

/** All users, with filters. */
export function PeopleList({
  rows,
  rushes,
  nextCursor,
  filter,
  problems,
  tenants,
  viewerId,
  invite,
}: {
  rows: readonly PersonListed[];
  /** People who recently approved too fast, by id. */
  rushes: ReadonlyMap<string, Rush>;
  nextCursor: string | null;
  filter: PeopleFilter;
  /** Query parameters that the list ignores. */
  problems: readonly ListProblem[];
  tenants: readonly TenantChoice[];
  viewerId: string;
  invite: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-3">
      <ListFrame
        problems={problems}
        filters={<PeopleFilters filter={filter} tenants={tenants} />}
        list={peopleList}
        filter={filter}
        nextCursor={nextCursor}
        label="Pages of people"
        newest="Back to the first"
        older="More people"
      >
        <PeopleTable
          rows={rows.map((row) => cellsOf(row, viewerId, rushes.get(row.id)))}
          empty={
            <ListEmpty
              filtered={peopleList.query(filter) !== ""}
              match={{
                icon: "search",
                title: "No person matches",
                text: "No person matches all of these filters.",
              }}
              none={{
                icon: "users",
                title: "No people yet",
                text: "Invite the first person with a link that works once.",
                action: invite,
              }}
            />
          }
        />
      </ListFrame>
    </div>
  );
}

const OPTIONS: Partial<Record<string, readonly ChoiceOption[]>> = {
  role: ROLE_OPTIONS,
  state: STATE_OPTIONS,
  method: METHOD_OPTIONS,
};

const shownValue = (name: string, value: string) =>
  OPTIONS[name]?.find((option) => option.value === value)?.label;

function PeopleFilters({ filter, tenants }: { filter: PeopleFilter; tenants: readonly TenantChoice[] }) {
  const field = fieldsOf(filter, LABELS);
  const chips = peopleList.chips(filter).filter(({ name }) => name !== "q");
  return (
    <div className="flex flex-col gap-2">
      <FilterForm action={peopleList.path} label="Filter people">
        <SearchField
          label="Name or e-mail address"
          placeholder="Name or e-mail address"
          defaultValue={filter.q}
        />
        <FilterMenu count={chips.length}>
          <Choice {...field("role")} any="Any role" options={ROLE_OPTIONS} />
          <Choice {...field("state")} any="Any state" options={STATE_OPTIONS} />
          <Choice {...field("method")} any="Any sign-in" options={METHOD_OPTIONS} />
          {tenants.length > 1 && (
            <Choice
              {...field("tenant")}
              any="Any tenant"
              options={tenants.map(({ key, name }) => ({ value: key, label: name }))}
            />
          )}
        </FilterMenu>
      </FilterForm>
      <FilterChips chips={chips} labels={LABELS} shown={shownValue} />
    </div>
  );
}

function cellsOf(person: PersonListed, viewerId: string, rush: Rush | undefined): PersonCells {
  const { id, name, email, role, tenants, groups, lastSignInAt } = person;
  return {
    id,
    name,
    email,
    you: id === viewerId,
    role: ROLES_SAID[role].name,
    tenants: tenants === null ? "All tenants" : shortList(tenants),
    groups: shortList(groups),
    methods: methodsOf(person),
    lastSignIn: lastSignInAt ? <Time value={lastSignInAt} form="relative" /> : "Never",
    state: (
      <span className="flex flex-col items-start">
        <PersonState person={person} />
        {rush && <RushNotice userId={id} rush={rush} />}
      </span>
    ),
  };
}

export function methodsOf(person: Pick<PersonListed, "hasPassword" | "hasSingleSignOn">): string {
  const ways = [
    ...(person.hasPassword ? ["Password"] : []),
    ...(person.hasSingleSignOn ? ["Single sign-on"] : []),
  ];
  return ways.length > 0 ? ways.join(", ") : "None yet";
}
