"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Link } from "@/components/ui/link";
import { REASONED_VERDICTS } from "@/lib/policies/types";
import { AmountField } from "./amount-field";
import { type Choices, DecidersFields, onlyWith } from "./deciders-fields";
import type { PartProps } from "./fields";
import { SeatsPart } from "./seats-part";

/** Who decides, the deadline, and required input. */
export function RequirementPart({ text, onChange, errors, people, groups }: PartProps & Choices) {
  return (
    <fieldset className="flex flex-col gap-3.5">
      <legend className="mb-2 text-sm font-bold">Who decides</legend>
      <SeatsPart text={text} onChange={onChange} errors={errors} people={people} groups={groups} />
      <Separation text={text} onChange={onChange} />
      <div className="grid items-start gap-3.5 sm:grid-cols-2">
        <AmountField
          id="decide-within"
          label="Decide within"
          hint="Empty: the time of the gateway or the tenant"
          value={text.decideWithin}
          onChange={(decideWithin) => onChange({ decideWithin })}
          error={errors["require/decide_within_seconds"]}
        />
        <AmountField
          id="use-within"
          label="Start within, once approved"
          hint="Empty: the time of the tenant"
          value={text.useWithin}
          onChange={(useWithin) => onChange({ useWithin })}
          error={errors["require/use_within_seconds"]}
        />
        <AmountField
          id="hold"
          label="Hold once approved, to undo it"
          hint="Up to 5 minutes before release, in which the approval can be undone. Empty: released at once"
          value={text.hold}
          onChange={(hold) => onChange({ hold })}
          error={errors["require/hold_seconds"]}
        />
      </div>
      <Checkbox
        label="Approving needs a reason, as rejecting always does"
        checked={text.reasonRequired.includes("approve")}
        onChange={({ target }) =>
          onChange({
            reasonRequired: onlyWith(REASONED_VERDICTS, text.reasonRequired, "approve", target.checked),
          })
        }
      />
      <Checkbox
        label="Approving needs a passkey: a session or token is not enough"
        checked={text.passkey}
        onChange={(event) => onChange({ passkey: event.target.checked })}
      />
      <Escalation text={text} onChange={onChange} errors={errors} people={people} groups={groups} />
    </fieldset>
  );
}

/** People who may not decide, regardless of role. */
function Separation({ text, onChange }: Omit<PartProps, "errors">) {
  return (
    <div className="flex flex-col">
      <Checkbox
        label="The requester may not decide, administrators included"
        checked={text.requester}
        onChange={(event) => onChange({ requester: event.target.checked })}
      />
      <Checkbox
        label="The owner of the agent may not decide, administrators included"
        checked={text.owner}
        onChange={(event) => onChange({ owner: event.target.checked })}
      />
      {text.owner && (
        <p className="pl-6 text-xs text-fg-muted">
          Owners are named under{" "}
          <Link href="/settings/agents" className="text-accent hover:underline">
            Settings, Agents
          </Link>
          . If an agent has no owner, this keeps no one from deciding.
        </p>
      )}
      <Checkbox
        label="The person who edits the arguments may not approve them, administrators included"
        checked={text.editor}
        onChange={(event) => onChange({ editor: event.target.checked })}
      />
    </div>
  );
}

/** Additional deciders after a waiting time. */
function Escalation({ text, onChange, errors, people, groups }: PartProps & Choices) {
  return (
    <fieldset className="flex flex-col gap-3.5">
      <legend className="mb-2 text-sm font-bold">If no one decides</legend>
      <div className="sm:w-1/2 sm:pr-2">
        <AmountField
          id="escalate-after"
          label="Escalate after"
          hint="Counted from when the gateway asked. Empty: no further people can decide"
          value={text.escalateAfter}
          onChange={(escalateAfter) => onChange({ escalateAfter })}
          error={errors["require/escalate/after_seconds"] ?? errors["require/escalate"]}
        />
      </div>
      <DecidersFields
        id="escalate"
        labels={{ people: "People who join", groups: "Groups that join", roles: "Roles that join" }}
        value={text.escalateTo}
        onChange={(escalateTo) => onChange({ escalateTo })}
        errors={errors}
        people={people}
        groups={groups}
      />
    </fieldset>
  );
}
