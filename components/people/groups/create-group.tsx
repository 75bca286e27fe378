"use client";

import { useRouter } from "next/navigation";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Combobox } from "@/components/ui/combobox";
import { TextField } from "@/components/ui/field";
import { createGroup } from "@/lib/auth/groups/actions";
import { GROUP_DESCRIPTION_MAX, GROUP_NAME_MAX } from "@/lib/auth/groups/types";
import { type Person, personOptions } from "./person-options";

/** A button and the dialog that makes a group. */
export function CreateGroup({ people }: { people: readonly Person[] }) {
  const router = useRouter();
  return (
    <ActionDialog
      button={{ variant: "primary", icon: "plus", children: "Make a group…" }}
      title="Make a group"
      description="Policies name it by its name, which never changes."
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
    </ActionDialog>
  );
}
