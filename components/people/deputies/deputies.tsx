"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { StatusMark } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { endDelegation, resumeDelegation } from "@/lib/auth/delegations/actions";
import type { Delegation } from "@/lib/auth/delegations/types";
import type { Person } from "../groups/person-options";
import { ChangeEnd } from "./change-end";
import { NameDeputy } from "./name-deputy";

// The activity log has older entries.
const OVER_SHOWN = 5;

type Props = {
  /** The person they belong to; `own`: the viewer. */
  person: { id: string; name: string; email: string };
  own: boolean;
  rows: readonly Delegation[];
  /** People they can name. */
  people: readonly Person[];
};

/** A person's deputies, and the people they deputize for. */
export function Deputies({ person, own, rows, people }: Props) {
  const open = rows.filter(({ state }) => state === "planned" || state === "in_force");
  const over = rows.filter((row) => !open.includes(row)).slice(0, OVER_SHOWN);
  const shown = [...open.toReversed(), ...over];
  const name = <NameDeputy from={own ? null : person} people={people} />;
  return (
    <Section
      id="deputy"
      title="Out of office"
      description={
        own
          ? "While you are out, a deputy decides what policies leave to you by name or by your groups. A deputy gains no role and no tenant, and the two of you count as one person."
          : "While this person is out, a deputy decides what policies leave to them by name or by their groups. A deputy gains no role and no tenant, and the two count as one person."
      }
      actions={shown.length > 0 && name}
    >
      <Card flush>
        {shown.length === 0 ? (
          <EmptyState icon="calendar" title="No deputy" action={name}>
            {own
              ? "Name a deputy before you leave, so that calls do not wait for you."
              : "No one decides in their place."}
          </EmptyState>
        ) : (
          <ul aria-label="Deputies" className="divide-y divide-border">
            {shown.map((row) => (
              <DeputyRow key={row.id} row={row} person={person} own={own} />
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}

function DeputyRow({ row, person, own }: { row: Delegation; person: { id: string }; own: boolean }) {
  const { from, to, startsAt, endsAt, endedAt, note, madeBy, state } = row;
  const isOpen = state === "planned" || state === "in_force";
  const isTheirs = from.id === person.id;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-3.5 py-(--row-pad)">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-medium wrap-anywhere">
          {own && !isTheirs ? "You decide" : <Untrusted>{`${to.name} decides`}</Untrusted>} for{" "}
          {own && isTheirs ? "you" : <Untrusted>{from.name}</Untrusted>}
        </p>
        <p className="text-xs text-fg-muted wrap-anywhere">
          <Time value={startsAt} /> to <Time value={endedAt ?? endsAt} /> · by <Untrusted>{madeBy}</Untrusted>
          {note === "" ? null : (
            <>
              {" · “"}
              <Untrusted>{note}</Untrusted>”
            </>
          )}
        </p>
        {isOpen && !to.decides && (
          <p className="text-xs text-risk-high">
            <Untrusted>{to.name}</Untrusted> may no longer decide calls, so no one decides in this place.
          </p>
        )}
      </div>
      <StatusMark icon={state === "in_force" ? "check" : state === "ended" ? "ban" : "clock"}>
        {STATES[state]}
      </StatusMark>
      {isOpen && isTheirs && <Acts row={row} />}
    </li>
  );
}

const STATES = { planned: "Planned", in_force: "In force", over: "Over", ended: "Ended early" } as const;

function Acts({ row }: { row: Delegation }) {
  const router = useRouter();
  const toast = useToast();
  const [changing, setChanging] = useState(false);
  const end = useAct(endDelegation);
  const { id, to, state } = row;
  const press = async () => {
    const result = await end.run({ id });
    if (!result?.ok) return;
    toast({
      text: `${to.name} no longer decides in this place.`,
      undo: () => void resumeDelegation({ id }).then(() => router.refresh()),
    });
    router.refresh();
  };
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button size="sm" variant="ghost" onClick={() => setChanging(true)}>
        Change the end…
      </Button>
      <Button
        size="sm"
        variant="ghost"
        pending={end.pending}
        pendingLabel="Ending it…"
        aria-label={
          state === "planned" ? `Cancel that ${to.name} decides` : `End now that ${to.name} decides`
        }
        onClick={() => void press()}
      >
        {state === "planned" ? "Cancel it" : "End now"}
      </Button>
      <ActNotice problem={end.problem} />
      {changing && <ChangeEnd row={row} onClose={() => setChanging(false)} />}
    </div>
  );
}
