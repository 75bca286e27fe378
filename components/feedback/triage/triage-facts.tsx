"use client";

import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { CLAIM_WORDS, PRIORITY_WORDS } from "@/components/words/feedback";
import { CLAIMS, type Claim, PRIORITIES, type Priority } from "@/lib/feedback/triage/types";
import { LabelsField } from "./labels-field";
import type { TriageAct } from "./triage-act";
import { useTriaged } from "./triage-scope";

/** The team's facts about an issue, as fields. */
export function TriageFacts() {
  const { issue, act, pending } = useTriaged();
  const { priority, claim, labels } = issue.triage;
  const set = (one: TriageAct) => void act(one);
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        name="priority"
        label="Priority"
        data-key="triage-priority"
        value={priority ?? ""}
        disabled={pending}
        onChange={({ target }) =>
          set({ verb: "prioritize", priority: target.value === "" ? null : (target.value as Priority) })
        }
      >
        <option value="">None</option>
        {PRIORITIES.map((value) => (
          <option key={value} value={value}>
            {PRIORITY_WORDS[value]}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="claim"
        label="Are the reports true?"
        data-key="triage-claim"
        value={claim}
        disabled={pending}
        onChange={({ target }) => set({ verb: "verify", claim: target.value as Claim })}
      >
        {CLAIMS.map((value) => (
          <option key={value} value={value}>
            {CLAIM_WORDS[value]}
          </option>
        ))}
      </SelectField>
      <Assigned onAssign={(assigneeId) => set({ verb: "assign", assigneeId })} />
      <LabelsField
        key={labels.join(",")}
        labels={labels}
        disabled={pending}
        onSave={(next) => set({ verb: "label", labels: next })}
      />
    </div>
  );
}

/** The assignee, or the choice of one. */
function Assigned({ onAssign }: { onAssign: (assigneeId: string | null) => void }) {
  const { issue, viewerId, colleagues, pending } = useTriaged();
  const { assignee } = issue.triage;
  const mine = assignee?.id === viewerId;
  // An assignee who has lost access is still the assignee.
  const other = assignee && !mine && colleagues.every(({ id }) => id !== assignee.id) ? assignee : null;
  return (
    <div className="flex flex-col gap-1.5">
      <SelectField
        name="assignee"
        label="Assigned to"
        value={assignee?.id ?? ""}
        disabled={pending}
        onChange={({ target }) => onAssign(target.value || null)}
      >
        <option value="">None</option>
        <option value={viewerId}>You</option>
        {other ? <option value={other.id}>{other.name}</option> : null}
        {colleagues.map(({ id, handle }) => (
          <option key={id} value={id}>
            {handle}
          </option>
        ))}
      </SelectField>
      <Button
        size="sm"
        icon="user"
        data-key="triage-assign"
        keyHint="A"
        disabled={pending}
        onClick={() => onAssign(mine ? null : viewerId)}
        className="self-start max-sm:min-h-12"
      >
        {mine ? "Unassign" : assignee ? "Take over" : "Assign to me"}
      </Button>
    </div>
  );
}
