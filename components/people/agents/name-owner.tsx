"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { type ActProblem, useAct } from "@/components/ui/use-act";
import { nameOwner } from "@/lib/auth/agents/actions";
import type { NameOwner as Named } from "@/lib/auth/agents/types";
import { revealedText } from "@/lib/core/text/reveal";
import { type Person, personOptions } from "../groups/person-options";

type Props = { people: readonly Person[] } & (
  | { of: Named; tenants?: undefined; called?: undefined }
  | {
      of?: undefined /** To choose from. */;
      tenants: readonly string[] /** The agents that calls named; null where there are more than are known here. */;
      called: readonly Which[] | null;
    }
);

/** A form that sets the owner of an agent: a listed person, or any name. */
export function NameOwner({ people, of, tenants, called = null }: Props) {
  // Errors appear in the form, from which the user can retry.
  const undo = useUndo(() => setOpen(true));
  const [open, setOpen] = useState(false);
  const verb = of?.owner === null ? "Name" : "Change";
  const label = of ? `${verb} the owner of ${revealedText(of.agent)} in ${of.tenant}` : undefined;
  return (
    <>
      <Button
        size={of ? "sm" : undefined}
        icon={of ? undefined : "plus"}
        aria-label={label}
        onClick={() => {
          undo.clear();
          setOpen(true);
        }}
      >
        {of ? (of.owner === null ? "Name the owner…" : "Change…") : "Name an owner…"}
      </Button>
      {open && (
        <OwnerForm
          people={people}
          of={of}
          tenants={tenants ?? []}
          called={called}
          notUndone={undo.problem}
          onUndo={(before) => void undo.run(before)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Restores the previous owner. It outlives the form that set the new one. */
function useUndo(onRefused: () => void) {
  const router = useRouter();
  const act = useAct(nameOwner);
  const run = async (before: Named) => {
    const result = await act.run(before);
    if (!result?.ok) onRefused();
    router.refresh();
  };
  return { ...act, run };
}

const ownedWords = (agent: string, owner: string | null) =>
  owner === null ? `${revealedText(agent)} no longer has an owner.` : `${owner} owns ${revealedText(agent)}.`;

function OwnerForm({
  people,
  of,
  tenants,
  called,
  notUndone,
  onUndo,
  onClose,
}: {
  people: readonly Person[];
  of?: Named;
  tenants: readonly string[];
  called: readonly Which[] | null;
  /** Why the previous owner could not be restored. */
  notUndone: ActProblem | null;
  onUndo: (before: Named) => void;
  onClose: () => void;
}) {
  const router = useRouter();
  const toast = useToast();
  const [owner, setOwner] = useState(of?.owner ?? "");
  const done = (agent: string, named: string | null, before: Named) => {
    onClose();
    router.refresh();
    toast({ text: ownedWords(agent, named), undo: () => onUndo({ ...before, seen: named }) });
  };
  const [given, setGiven] = useState({ tenant: of?.tenant ?? tenants[0] ?? "", agent: of?.agent ?? "" });
  // For an agent typed by name, the viewer saw no owner.
  const asked = { ...given, ...(of ? { seen: of.owner } : {}) };
  const save = async (input: Named) => {
    const result = await nameOwner(input);
    // After a refresh with the current owner, the next press can succeed.
    if (!result.ok && result.code === "STALE_VIEW") router.refresh();
    return result;
  };
  const clear = useAct(save, {
    onDone: (result) => done(given.agent, null, { ...given, owner: result.before }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={of ? `Who owns ${revealedText(of.agent)}?` : "Who owns which agent?"}
      description="Where a policy says so, the owner may not decide the agent’s calls, including those already waiting."
    >
      <ActionForm
        action={save}
        read={() => ({ ...asked, owner })}
        submit="Name the owner"
        pendingLabel="Saving…"
        onDone={(result) => done(given.agent, result.owner, { ...given, owner: result.before })}
        footer={
          of?.owner ? (
            <Button pending={clear.pending} onClick={() => void clear.run({ ...asked, owner: null })}>
              No owner
            </Button>
          ) : undefined
        }
      >
        {(fields) => (
          <>
            {of ? null : (
              <Which given={given} onChange={setGiven} tenants={tenants} called={called} fields={fields} />
            )}
            <Combobox
              name="owner"
              label="Owner"
              placeholder="Type a name or an address"
              options={personOptions(people)}
              value={owner}
              onChange={setOwner}
              error={fields.owner}
            />
            <ActNotice problem={clear.problem ?? notUndone} />
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}

type Which = { tenant: string; agent: string };

const isSame = (one: Which, other: Which) =>
  one.tenant === other.tenant && one.agent.toLowerCase() === other.agent.trim().toLowerCase();

function Which({
  given,
  onChange,
  tenants,
  called,
  fields,
}: {
  given: Which;
  onChange: (given: Which) => void;
  tenants: readonly string[];
  called: readonly Which[] | null;
  fields: Readonly<Record<string, string>>;
}) {
  return (
    <>
      <TextField
        name="agent"
        label="Agent"
        hint="As its calls name it; upper and lower case are the same"
        value={given.agent}
        onChange={({ target }) => onChange({ ...given, agent: target.value })}
        error={fields.agent}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="mono"
      />
      <p role="status" className="text-fg-muted text-sm empty:hidden">
        {called && given.agent.trim() !== "" && !called.some((one) => isSame(one, given))
          ? `No call of this agent in ${given.tenant} yet. You can name its owner before its first one.`
          : null}
      </p>
      <SelectField
        name="tenant"
        label="Tenant"
        value={given.tenant}
        onChange={({ target }) => onChange({ ...given, tenant: target.value })}
        error={fields.tenant}
      >
        {tenants.map((key) => (
          <option key={key} value={key}>
            {key}
          </option>
        ))}
      </SelectField>
    </>
  );
}
