"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Card, Section } from "@/components/ui/page";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { WEEKDAY_WORDS } from "@/components/words/policies";
import { setRota } from "@/lib/auth/groups/actions";
import { type Gap, gapsOf } from "@/lib/auth/groups/rules";
import { type Rota, SHIFTS_MAX, type Shift } from "@/lib/auth/groups/types";
import { type Person, personOptions } from "./person-options";
import { ShiftFields } from "./shift-fields";

const zones = () => ["UTC", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value, label: value }));

type Draft = { zone: string; shifts: (Shift & { key: number })[] };

const draftOf = (rota: Rota | null): Draft | null =>
  rota && { zone: rota.zone, shifts: rota.shifts.map((shift, key) => ({ ...shift, key })) };

const rotaOf = (draft: Draft | null): Rota | null =>
  draft && {
    zone: draft.zone,
    shifts: draft.shifts.map(({ person, weekdays, from, to }) => ({ person, weekdays, from, to })),
  };

const NO_ERRORS: Readonly<Record<string, string>> = {};

type Props = { name: string; rota: Rota | null; members: readonly Person[] };

/** The on-duty schedule of a group, edited as a whole. */
export function RotaSection({ name, rota, members }: Props) {
  const router = useRouter();
  const toast = useToast();
  const { zone } = useViewerClock();
  const [draft, setDraft] = useState(() => draftOf(rota));
  const save = useAct(setRota);
  const store = async () => {
    const result = await save.run({ name, rota: rotaOf(draft), was: rota });
    if (!result?.ok) return;
    toast({
      text: draft ? "The rota is saved. It applies now." : "Everyone in the group can decide at any time.",
    });
    router.refresh();
  };
  const isChanged = JSON.stringify(rotaOf(draft)) !== JSON.stringify(rotaOf(draftOf(rota)));
  return (
    <Section
      id="rota"
      title="On duty"
      description="With a rota, a person decides for the group only while on duty. An approval given on duty still counts after the shift."
    >
      <Card className="flex flex-col gap-3">
        <Checkbox
          label="Only people on duty decide"
          checked={draft !== null}
          onChange={({ target }) => setDraft(target.checked ? (draftOf(rota) ?? { zone, shifts: [] }) : null)}
        />
        {draft && (
          <Shifts
            draft={draft}
            onChange={setDraft}
            members={members}
            errors={save.problem?.fields ?? NO_ERRORS}
          />
        )}
        <ActNotice problem={save.problem} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant={isChanged ? "primary" : "outline"}
            disabled={!isChanged}
            pending={save.pending}
            pendingLabel="Saving…"
            onClick={() => void store()}
          >
            Save the rota
          </Button>
          {isChanged && (
            <Button variant="ghost" onClick={() => setDraft(draftOf(rota))}>
              Discard changes
            </Button>
          )}
        </div>
      </Card>
    </Section>
  );
}

type ShiftsProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  members: readonly Person[];
  errors: Readonly<Record<string, string>>;
};

function Shifts({ draft, onChange, members, errors }: ShiftsProps) {
  const [options] = useState(zones);
  const { zone, shifts } = draft;
  const first = members[0];
  const add = () =>
    first &&
    onChange({
      zone,
      shifts: [
        ...shifts,
        {
          ...{ person: first.email, from: "09:00", to: "17:00" },
          weekdays: ["mon", "tue", "wed", "thu", "fri"],
          key: Math.max(-1, ...shifts.map(({ key }) => key)) + 1,
        },
      ],
    });
  return (
    <>
      <div className="max-w-80">
        <Combobox
          name="zone"
          label="Time zone"
          options={options}
          value={zone}
          onChange={(chosen: string) => onChange({ ...draft, zone: chosen })}
          error={errors["rota/zone"]}
        />
      </div>
      <ul aria-label="Shifts" className="flex flex-col gap-3">
        {shifts.map((shift, at) => (
          <ShiftFields
            key={shift.key}
            number={at + 1}
            shift={shift}
            people={personOptions(members)}
            errorOf={(field) => errors[`rota/shifts/${at}${field ? `/${field}` : ""}`]}
            onChange={(next) =>
              onChange({
                zone,
                shifts: shifts.map((one) => (one.key === shift.key ? { ...next, key: shift.key } : one)),
              })
            }
            onRemove={() => onChange({ zone, shifts: shifts.filter(({ key }) => key !== shift.key) })}
          />
        ))}
      </ul>
      {first ? (
        <Button variant="outline" className="self-start" disabled={shifts.length >= SHIFTS_MAX} onClick={add}>
          Add a shift
        </Button>
      ) : (
        <p className="text-sm text-fg-muted">Add people to the group first.</p>
      )}
      <p className="text-xs text-fg-muted">
        No day chosen: every day. No time: all day. An end earlier than the start is on the next day.
      </p>
      <Gaps shifts={shifts} />
    </>
  );
}

const GAPS_SHOWN = 14;

const told = ({ weekday, time }: Gap["from"]) => `${WEEKDAY_WORDS[weekday]} ${time}`;

/** Times without anyone on duty, when no one can decide the group's calls. */
function Gaps({ shifts }: { shifts: readonly Shift[] }) {
  const gaps = gapsOf({ shifts });
  if (gaps === "always")
    return <p className="text-sm text-risk-high">No one is ever on duty, so no one decides for the group.</p>;
  if (gaps.length === 0)
    return <p className="text-sm text-fg-muted">At least one person is on duty at every hour of the week.</p>;
  const shown = gaps.slice(0, GAPS_SHOWN).map(({ from, to }) => `${told(from)} to ${told(to)}`);
  return (
    <p className="text-sm text-fg-muted">
      No one is on duty: {shown.join(", ")}
      {gaps.length > shown.length ? ` and ${gaps.length - shown.length} more times` : ""}.
    </p>
  );
}
