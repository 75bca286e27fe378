"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { useKeptSelection } from "@/components/ui/list/kept-selection";
import { SelectedCount, SelectionFoot } from "@/components/ui/list/selection-foot";
import { Menu } from "@/components/ui/menu";
import { counted } from "@/components/words/counts";
import { CLAIM_WORDS, PRIORITY_WORDS, VERB_WORDS } from "@/components/words/feedback";
import { CLAIMS, PRIORITIES, STATE_VERBS, type StateVerb, TRIAGE_MAX } from "@/lib/feedback/triage/types";
import type { BulkAct, VerbAct } from "../triage/triage-act";
import type { AskingVerb } from "../triage/triaged-issue";
import { asksFirst, VERB_ICONS, VERB_KEYS, verbTarget } from "../triage/verbs";
import { BulkResultNote } from "./bulk-result";
import { keptIssues } from "./kept-issues";
import { afterAct, fitting, mergeable, type SelectedIssue, type Selection } from "./selection";
import { useBulk } from "./use-bulk";

const TriageDialog = openedPart(() => import("../triage/triage-dialogs").then((part) => part.TriageDialog));

const NONE: Selection = new Map();

/** Actions on the selected issues, and the result of the last one. */
export function BulkBar({
  page,
  viewerId,
}: {
  /** The issues of the current page. */
  page: readonly SelectedIssue[];
  viewerId: string;
}) {
  const { selection, full } = useKeptSelection(keptIssues);
  const [asking, setAsking] = useState<AskingVerb | null>(null);
  const bulk = useBulk(({ act }, outcome) =>
    keptIssues.select(afterAct(keptIssues.now().selection, act.verb, outcome)),
  );
  const act = async (one: BulkAct) => {
    if (await bulk.run(one, selection)) setAsking(null);
  };
  const press = (verb: Pressed) => {
    bulk.clear();
    if (verb === "merge" || verb === "label" || asksFirst(verb)) setAsking(verb);
    else void act({ verb } as VerbAct);
  };
  const leave = () => {
    bulk.clear();
    keptIssues.select(NONE);
  };
  const many = selection.size;
  if (many === 0 && !bulk.result && !bulk.problem) return null;
  return (
    <SelectionFoot label="Selected issues" keys={many > 0}>
      <Count selection={selection} page={page} onClear={leave} />
      {full ? (
        <p className="text-sm">
          You can select at most {TRIAGE_MAX} issues at once. The others were not selected.
        </p>
      ) : null}
      {bulk.result ? <BulkResultNote result={bulk.result} /> : null}
      {asking ? null : <ActNotice problem={bulk.problem} />}
      {many > 0 ? (
        <Verbs
          selection={selection}
          viewerId={viewerId}
          pending={bulk.pending}
          onPress={press}
          onAct={(one) => void act(one)}
        />
      ) : null}
      {asking ? (
        <TriageDialog
          verb={asking}
          issue={{ id: "", ref: counted(many, "issue") }}
          several={[...selection.values()]}
          pending={bulk.pending}
          problem={bulk.problem}
          onClose={() => setAsking(null)}
          onAct={(one) => void act(one as BulkAct)}
        />
      ) : null}
    </SelectionFoot>
  );
}

/** An action of a button, or the dialog it opens first. */
type Pressed = StateVerb | "merge" | "label";

function Count({
  selection,
  page,
  onClear,
}: {
  selection: Selection;
  page: readonly SelectedIssue[];
  onClear: () => void;
}) {
  const here = page.filter(({ id }) => selection.has(id)).length;
  const elsewhere = selection.size - here;
  return (
    <SelectedCount
      count={selection.size}
      note={
        elsewhere > 0 ? (
          <span className="font-normal text-fg-muted">
            , {elsewhere.toLocaleString("en")} of them not in the list as it is now
          </span>
        ) : null
      }
      more={
        here < page.length ? (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => keptIssues.choose(page, true)}
            className="max-md:min-h-12"
          >
            All {page.length} shown
          </Button>
        ) : null
      }
      onClear={onClear}
    />
  );
}

function Verbs({
  selection,
  viewerId,
  pending,
  onPress,
  onAct,
}: {
  selection: Selection;
  viewerId: string;
  pending: boolean;
  onPress: (verb: Pressed) => void;
  onAct: (act: BulkAct) => void;
}) {
  const verbs = STATE_VERBS.map((verb) => ({ verb, fits: fitting(selection, verb) })).filter(
    ({ fits }) => fits > 0,
  );
  const merging = mergeable(selection);
  return (
    <div className="flex flex-wrap gap-1.5 max-sm:[&_button]:grow max-md:[&_button]:min-h-12">
      {verbs.map(({ verb, fits }) => (
        <Button
          key={verb}
          size="sm"
          icon={VERB_ICONS[verb]}
          data-key={verbTarget(verb)}
          keyHint={VERB_KEYS[verb]}
          disabled={pending}
          onClick={() => onPress(verb)}
        >
          {VERB_WORDS[verb]}
          {fits < selection.size ? <span className="font-normal"> ({fits})</span> : null}
        </Button>
      ))}
      {merging > 0 ? (
        <Button
          size="sm"
          icon="link"
          data-key="triage-merge"
          keyHint="2"
          disabled={pending}
          onClick={() => onPress("merge")}
        >
          Merge…{merging < selection.size ? <span className="font-normal"> ({merging})</span> : null}
        </Button>
      ) : null}
      <Facts viewerId={viewerId} pending={pending} onPress={onPress} onAct={onAct} />
    </div>
  );
}

function Facts({
  viewerId,
  pending,
  onPress,
  onAct,
}: {
  viewerId: string;
  pending: boolean;
  onPress: (verb: Pressed) => void;
  onAct: (act: BulkAct) => void;
}) {
  return (
    <>
      <Menu
        label="Assign"
        size="sm"
        disabled={pending}
        dataKey="triage-assign"
        items={[
          { label: "Assign to me", onSelect: () => onAct({ verb: "assign", assigneeId: viewerId }) },
          { label: "Unassign", onSelect: () => onAct({ verb: "assign", assigneeId: null }) },
        ]}
      />
      <Menu
        label="Priority"
        size="sm"
        disabled={pending}
        dataKey="triage-priority"
        items={[
          ...PRIORITIES.toReversed().map((priority) => ({
            label: PRIORITY_WORDS[priority],
            onSelect: () => onAct({ verb: "prioritize", priority }),
          })),
          { label: "None", separated: true, onSelect: () => onAct({ verb: "prioritize", priority: null }) },
        ]}
      />
      <Menu
        label="True?"
        size="sm"
        disabled={pending}
        dataKey="triage-claim"
        items={CLAIMS.map((claim) => ({
          label: CLAIM_WORDS[claim],
          onSelect: () => onAct({ verb: "verify", claim }),
        }))}
      />
      <Button
        size="sm"
        data-key="triage-label"
        keyHint="L"
        disabled={pending}
        onClick={() => onPress("label")}
      >
        Labels…
      </Button>
    </>
  );
}
