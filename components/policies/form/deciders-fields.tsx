import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { counted } from "@/components/words/counts";
import { DECIDER_WORDS } from "@/components/words/policies";
import type { GroupListed } from "@/lib/auth/groups/types";
import { DECIDER_ROLES, type Deciders } from "@/lib/policies/types";
import { type Errors, errorIn } from "./fields";

/** A person with an account who may decide calls. */
type Person = { email: string; name: string };

/** The people and groups that a policy can name. */
export type Choices = { people: readonly Person[]; groups: readonly GroupListed[] };

/** The selection in list order, with one member added or removed. */
export const onlyWith = <T extends string>(
  all: readonly T[],
  chosen: readonly T[],
  one: T,
  on: boolean,
): T[] => all.filter((each) => (each === one ? on : chosen.includes(each)));

type Props = Choices & {
  /** Unique in the form. */
  id: string;
  /** The member of the requirement that holds them, "deciders" or "seats/1". */
  place?: string;
  labels: { people: string; groups: string; roles: string };
  value: Deciders;
  onChange: (value: Deciders) => void;
  errors: Errors;
  note?: string;
};

/** People, groups and roles that a policy names. */
export function DecidersFields(props: Props) {
  const { id, place = id, labels, value, onChange, errors, people, note } = props;
  const known = new Set(people.map(({ email }) => email));
  const strangers = value.people.filter((email) => !known.has(email));
  return (
    <div className="grid items-start gap-3.5 sm:grid-cols-2">
      <div className="flex flex-col gap-1">
        <Combobox
          multiple
          name={`${id}-people`}
          label={labels.people}
          placeholder="Type a name or an address"
          options={people.map(({ email, name }) => ({ value: email, label: name, hint: email }))}
          value={value.people}
          onChange={(chosen: string[]) => onChange({ ...value, people: chosen })}
          error={errorIn(errors, `require/${place}/people`)}
        />
        {strangers.length > 0 && (
          <p className="text-xs font-medium">
            {`No one who may decide has the address ${strangers.join(", ")}.`}
          </p>
        )}
      </div>
      <GroupsField {...props} />
      <fieldset>
        <legend className="text-sm font-medium">{labels.roles}</legend>
        <div className="flex flex-wrap gap-x-4">
          {DECIDER_ROLES.map((role) => (
            <Checkbox
              key={role}
              label={DECIDER_WORDS[role]}
              checked={value.roles.includes(role)}
              onChange={({ target }) =>
                onChange({ ...value, roles: onlyWith(DECIDER_ROLES, value.roles, role, target.checked) })
              }
            />
          ))}
        </div>
        {note === undefined ? null : <p className="text-xs text-fg-muted">{note}</p>}
      </fieldset>
    </div>
  );
}

function GroupsField({ id, place = id, labels, value, onChange, errors, groups }: Props) {
  const hint = groups.length === 0 ? "There are none yet; Settings, Groups makes them" : undefined;
  return (
    <Combobox
      multiple
      name={`${id}-groups`}
      label={labels.groups}
      hint={hint}
      placeholder="Type a group's name"
      options={groups.map(({ name, members }) => ({
        value: name,
        label: name,
        hint: members === 0 ? "no members" : counted(members, "person", "people"),
      }))}
      value={value.groups}
      onChange={(chosen: string[]) => onChange({ ...value, groups: chosen })}
      error={errorIn(errors, `require/${place}/groups`)}
    />
  );
}
