"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Dialog } from "@/components/ui/dialog";
import { readLocal, writeLocal } from "@/components/ui/local-time";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { changeDelegation } from "@/lib/auth/delegations/actions";
import type { Delegation } from "@/lib/auth/delegations/types";
import { MomentField } from "./moment-field";

/** Changes the end of an absence. */
export function ChangeEnd({ row, onClose }: { row: Delegation; onClose: () => void }) {
  const router = useRouter();
  const { zone } = useViewerClock();
  const [end, setEnd] = useState(() => writeLocal(new Date(row.endsAt).getTime(), zone));
  return (
    <Dialog open onClose={onClose} title={`Until when does ${row.to.name} decide?`}>
      <ActionForm
        action={changeDelegation}
        read={() => ({ id: row.id, ends_at: readLocal(end, zone)?.toISOString() ?? "" })}
        submit="Save the end"
        pendingLabel="Saving…"
        onDone={() => {
          onClose();
          router.refresh();
        }}
      >
        {(fields) => (
          <MomentField name="ends_at" label="Until" value={end} onChange={setEnd} error={fields.ends_at} />
        )}
      </ActionForm>
    </Dialog>
  );
}
