"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { readLocal, writeLocal } from "@/components/ui/local-time";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { createDelegation } from "@/lib/auth/delegations/actions";
import { DELEGATION_NOTE_MAX } from "@/lib/auth/delegations/types";
import { DAY_MS } from "@/lib/core/durations";
import { type Person, personOptions } from "../groups/person-options";
import { MomentField } from "./moment-field";

// Most absences last a week.
const DAYS_AT_FIRST = 7;

type Props = { from: Person | null; people: readonly Person[] };

/** A form that names a deputy. `from`: null for the viewer. */
export function NameDeputy({ from, people }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon="plus" onClick={() => setOpen(true)}>
        Name a deputy…
      </Button>
      {open && <DeputyForm from={from} people={people} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeputyForm({ from, people, onClose }: Props & { onClose: () => void }) {
  const router = useRouter();
  const { zone, now } = useViewerClock();
  const [to, setTo] = useState("");
  const [start, setStart] = useState(() => writeLocal(now(), zone));
  const [end, setEnd] = useState(() => writeLocal(now() + DAYS_AT_FIRST * DAY_MS, zone));
  const at = (text: string) => readLocal(text, zone)?.toISOString() ?? "";
  return (
    <Dialog
      open
      onClose={onClose}
      title={from ? `Who decides for ${from.name}?` : "Who decides for you?"}
      description="From the start to the end, the deputy sees and decides the calls that policies leave to the person who is out."
    >
      <ActionForm
        action={createDelegation}
        read={(data) => ({
          ...(from ? { from: from.email } : {}),
          to,
          starts_at: at(start),
          ends_at: at(end),
          note: String(data.get("note") ?? ""),
        })}
        submit="Name the deputy"
        pendingLabel="Saving…"
        onDone={() => {
          onClose();
          router.refresh();
        }}
      >
        {(fields) => (
          <>
            <Combobox
              name="to"
              label="Deputy"
              placeholder="Type a name or an address"
              options={personOptions(people)}
              value={to}
              onChange={setTo}
              error={fields.to ?? fields.from}
            />
            <MomentField
              name="starts_at"
              label="From"
              value={start}
              onChange={setStart}
              error={fields.starts_at}
            />
            <MomentField name="ends_at" label="Until" value={end} onChange={setEnd} error={fields.ends_at} />
            <TextField
              name="note"
              label="Note (optional)"
              maxLength={DELEGATION_NOTE_MAX}
              autoComplete="off"
              error={fields.note}
            />
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}
