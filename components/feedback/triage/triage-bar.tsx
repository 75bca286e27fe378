"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Asking } from "@/components/shell/keys/asking";
import { beginAct } from "@/components/shell/keys/opening";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { loadAhead, openedPart } from "@/components/ui/lazy-part";
import { CLAIM_WORDS, PRIORITY_WORDS, VERB_WORDS } from "@/components/words/feedback";
import { MERGEABLE, verbsOf } from "@/lib/feedback/triage/rules";
import { CLAIMS, type Claim, PRIORITIES, type Priority, type StateVerb } from "@/lib/feedback/triage/types";
import { LabelsField } from "./labels-field";
import type { TriageAct } from "./triage-act";
import type { AskingVerb, TriagedIssue } from "./triaged-issue";
import { useTriage } from "./use-triage";
import { asksFirst, leavesIssue, VERB_ICONS, VERB_KEYS, verbTarget } from "./verbs";

const loadDialogs = () => import("./triage-dialogs").then((part) => part.TriageDialog);
const TriageDialog = openedPart(loadDialogs);

/** A possible assignee, with a unique handle. */
type Colleague = { id: string; handle: string };

/** Actions on an issue in its current state, and the team's triage facts. */
export function TriageBar({
  issue,
  viewerId,
  colleagues,
}: {
  issue: TriagedIssue;
  viewerId: string;
  colleagues: readonly Colleague[];
}) {
  const nameOf = (userId: string) =>
    userId === viewerId ? "you" : colleagues.find(({ id }) => id === userId)?.handle;
  const { act, pending, problem, clear } = useTriage(issue, nameOf);
  const [asking, setAsking] = useState<AskingVerb | null>(null);
  const section = useRef<HTMLElement>(null);
  // Their number keys follow at once.
  useEffect(() => loadAhead(loadDialogs), []);
  const keepFocus = () => section.current?.focus({ preventScroll: true });
  const finish = async (one: TriageAct) => {
    // The pressed button is disabled meanwhile, and gone with its state.
    if (asking === null && section.current?.contains(document.activeElement)) keepFocus();
    const begun = leavesIssue(one.verb) ? beginAct() : null;
    if (!(await act(one))) return;
    // A dialog keeps the focus until it is gone.
    flushSync(() => setAsking(null));
    begun?.done([issue.id]);
    if (!begun?.goOn() && document.activeElement === document.body) keepFocus();
  };
  const press = (verb: StateVerb | "merge") => {
    clear();
    if (verb === "merge" || asksFirst(verb)) setAsking(verb);
    else void finish({ verb } as TriageAct);
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Triage"
      className="flex flex-col gap-3 rounded-card border border-border bg-surface p-3 outline-offset-2"
    >
      <Verbs state={issue.state} pending={pending} onPress={press} />
      {issue.state === "merged" ? null : (
        <Facts
          issue={issue}
          viewerId={viewerId}
          colleagues={colleagues}
          pending={pending}
          onAct={(one) => void finish(one)}
        />
      )}
      {asking ? null : <ActNotice problem={problem} />}
      {asking ? <Asking /> : null}
      {asking ? (
        <TriageDialog
          verb={asking}
          issue={issue}
          pending={pending}
          problem={problem}
          onClose={() => setAsking(null)}
          onAct={(one) => void finish(one)}
        />
      ) : null}
    </section>
  );
}

/** The verbs available in this state, each with its key. */
function Verbs({
  state,
  pending,
  onPress,
}: {
  state: TriagedIssue["state"];
  pending: boolean;
  onPress: (verb: StateVerb | "merge") => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {verbsOf(state).map((verb, index) => (
        <Button
          key={verb}
          icon={VERB_ICONS[verb]}
          variant={index === 0 ? "primary" : "outline"}
          data-key={verbTarget(verb)}
          keyHint={VERB_KEYS[verb]}
          disabled={pending}
          onClick={() => onPress(verb)}
          className="max-sm:min-h-12"
        >
          {VERB_WORDS[verb]}
        </Button>
      ))}
      {MERGEABLE.includes(state) ? (
        <Button
          icon="link"
          data-key="triage-merge"
          keyHint="2"
          disabled={pending}
          onClick={() => onPress("merge")}
          className="max-sm:min-h-12"
        >
          Duplicate…
        </Button>
      ) : null}
    </div>
  );
}

/** The assignee, or the choice of one. */
function Assigned({
  assignee,
  viewerId,
  colleagues,
  pending,
  onAssign,
}: {
  assignee: TriagedIssue["triage"]["assignee"];
  viewerId: string;
  colleagues: readonly Colleague[];
  pending: boolean;
  onAssign: (assigneeId: string | null) => void;
}) {
  const mine = assignee?.id === viewerId;
  // An assignee who has lost access is still the assignee.
  const other = assignee && !mine && colleagues.every(({ id }) => id !== assignee.id) ? assignee : null;
  return (
    <div className="flex items-end gap-2">
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
        icon="user"
        data-key="triage-assign"
        keyHint="A"
        disabled={pending}
        onClick={() => onAssign(mine ? null : viewerId)}
        className="max-sm:min-h-12"
      >
        {mine ? "Unassign" : assignee ? "Take over" : "Assign to me"}
      </Button>
    </div>
  );
}

function Facts({
  issue,
  viewerId,
  colleagues,
  pending,
  onAct,
}: {
  issue: TriagedIssue;
  viewerId: string;
  colleagues: readonly Colleague[];
  pending: boolean;
  onAct: (act: TriageAct) => void;
}) {
  const { assignee, priority, claim, labels } = issue.triage;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <SelectField
        name="priority"
        label="Priority"
        data-key="triage-priority"
        value={priority ?? ""}
        disabled={pending}
        onChange={({ target }) =>
          onAct({ verb: "prioritize", priority: target.value === "" ? null : (target.value as Priority) })
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
        onChange={({ target }) => onAct({ verb: "verify", claim: target.value as Claim })}
      >
        {CLAIMS.map((value) => (
          <option key={value} value={value}>
            {CLAIM_WORDS[value]}
          </option>
        ))}
      </SelectField>
      <Assigned
        assignee={assignee}
        viewerId={viewerId}
        colleagues={colleagues}
        pending={pending}
        onAssign={(assigneeId) => onAct({ verb: "assign", assigneeId })}
      />
      <LabelsField
        key={labels.join(",")}
        labels={labels}
        disabled={pending}
        onSave={(next) => onAct({ verb: "label", labels: next })}
      />
    </div>
  );
}
