"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { Icon } from "@/components/ui/icon";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { useRefresh } from "@/components/ui/use-refresh";
import { deleteDestination, switchDestination, updateDestination } from "@/lib/channels/destinations/actions";
import { testDestination } from "@/lib/delivery/channels/actions";
import { DestinationFields } from "./destination-fields";
import { readDestination } from "./read-destination";
import type { DestinationChoices, DestinationRow } from "./types";

type Props = { row: DestinationRow; choices: DestinationChoices };

/** Test, change, switch and delete a destination. */
export function DestinationActs({ row, choices }: Props) {
  const { refresh } = useRefresh();
  const [reply, setReply] = useState<string | null>(null);
  const which = { tenant: row.tenant.key, id: row.id };
  const test = useAct(testDestination, { onDone: (result) => setReply(result.reply) });
  const turn = useAct(switchDestination, { onDone: refresh });
  const isOn = row.offAt === null;
  return (
    <div className="flex max-w-full flex-col items-end gap-1.5 max-sm:items-start">
      <div className="flex flex-wrap gap-1.5">
        <Button
          size="sm"
          icon="send"
          aria-label={`Test ${row.name}`}
          pending={test.pending}
          pendingLabel="Sending…"
          onClick={() => void test.run(which)}
        >
          Test
        </Button>
        <Edit row={row} choices={choices} />
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Switch ${row.name} ${isOn ? "off" : "on"}`}
          pending={turn.pending}
          onClick={() => void turn.run({ ...which, isOn: !isOn })}
        >
          {isOn ? "Switch off" : "Switch on"}
        </Button>
        <ConfirmAct
          size="sm"
          variant="ghost"
          label="Delete…"
          title={`Delete ${row.name}?`}
          description="Nothing is sent there any more, and its URL and secret are deleted. The log keeps what was sent."
          confirm="Delete the destination"
          pendingLabel="Deleting…"
          act={() => deleteDestination(which)}
          onDone={refresh}
        />
      </div>
      <ActNotice problem={test.problem ?? turn.problem} />
      <div role="status" className="empty:hidden">
        {reply !== null && !test.pending && !test.problem && (
          <p className="flex max-w-[60ch] items-start gap-1.5 text-xs">
            <Icon name="check-circle" size={14} className="mt-px text-ok" />
            <span className="min-w-0 wrap-anywhere">
              It took the test: <Untrusted>{reply}</Untrusted>
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

function Edit({ row, choices }: Props) {
  return (
    <ActionDialog
      button={{ size: "sm", variant: "outline", children: "Edit…", "aria-label": `Edit ${row.name}` }}
      title={`Edit ${row.name}`}
      action={updateDestination}
      read={(data) => ({ tenant: row.tenant.key, id: row.id, ...readDestination(data) })}
      submit="Save"
      pendingLabel="Saving…"
    >
      {(fields) => <DestinationFields fields={fields} choices={choices} now={row} tenant={null} />}
    </ActionDialog>
  );
}
