"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { createGroup } from "@/lib/auth/groups/actions";
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX } from "@/lib/auth/groups/types";
import { type Person, personOptions } from "./person-options";

/** A button and the dialog that makes a group. */
export function CreateGroup({ people }: { people: readonly Person[] }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon="plus" onClick={() => setOpen(true)}>
        Make a group…
      </Button>
      {open && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title="Make a group"
          description="Policies name it by its name, which never changes."
        >
          <ActionForm
            action={createGroup}
            read={(data) => ({
              name: String(data.get("name") ?? ""),
              description: String(data.get("description") ?? ""),
              members: data.getAll("members").map(String),
            })}
            submit="Make the group"
            pendingLabel="Making the group…"
            onDone={({ name }) => router.push(`/settings/groups/${name}`)}
          >
            {(fields) => (
              <>
                <TextField
                  name="name"
                  id="group-name"
                  label="Name"
                  hint="Small letters a to z, digits and dashes, for example on-call"
                  error={fields.name}
                  maxLength={GROUP_NAME_MAX}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  data-autofocus
                />
                <TextField
                  name="description"
                  id="group-description"
                  label="What is it for?"
                  hint="For example: who may refund more than 500"
                  error={fields.description}
                  maxLength={GROUP_DESCRIPTION_MAX}
                  autoComplete="off"
                />
                <Combobox
                  multiple
                  id="group-members"
                  name="members"
                  label="People"
                  placeholder="Type a name or an address"
                  options={personOptions(people)}
                  error={fields.members}
                />
              </>
            )}
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
