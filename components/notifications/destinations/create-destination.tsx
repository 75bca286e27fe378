"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { createDestination } from "@/lib/channels/destinations/actions";
import { DestinationFields } from "./destination-fields";
import { readDestination } from "./read-destination";
import type { DestinationChoices } from "./types";

/** A button and the dialog that adds a destination. */
export function CreateDestination({
  choices,
  tenant,
}: {
  choices: DestinationChoices;
  tenant: string | null;
}) {
  return (
    <ActionDialog
      button={{ variant: "primary", icon: "plus", children: "Add a destination…" }}
      title="Add a destination"
      description="Test it once it is added."
      action={createDestination}
      read={(data) => ({ tenant: String(data.get("tenant") ?? ""), ...readDestination(data) })}
      submit="Add the destination"
      pendingLabel="Adding…"
    >
      {(fields) => <DestinationFields fields={fields} choices={choices} now={null} tenant={tenant} />}
    </ActionDialog>
  );
}
