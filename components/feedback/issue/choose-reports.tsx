"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { counted } from "@/components/words/counts";
import { useTriage } from "../triage/use-triage";

const MoveDialog = openedPart(() => import("../triage/merge-dialog").then((part) => part.MoveDialog));

/** Selects reports in the list that belong elsewhere, and moves them. */
export function ChooseReports({
  issue,
  children,
}: {
  issue: { id: string; ref: string; seen: string };
  children: ReactNode;
}) {
  const { act, pending, problem, clear } = useTriage(issue);
  const list = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [hint, setHint] = useState(false);
  const [moving, setMoving] = useState(false);
  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>("input[name=report]") ?? [])];
  const read = () => {
    setHint(false);
    noteFolds(list.current);
    setChosen(boxes().flatMap(({ checked, value }) => (checked ? [value] : [])));
  };
  // Counts boxes ticked before scripts ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a listener is there
  useEffect(read, []);
  const unchoose = () => {
    for (const box of boxes()) box.checked = false;
    read();
  };
  const begin = (go: () => void) => {
    clear();
    if (chosen.length > 0) return go();
    setHint(true);
    boxes()[0]?.focus();
  };
  const put = async (into: string | null) => {
    if (!(await act({ verb: "move", into, reports: chosen }))) return;
    setMoving(false);
    unchoose();
  };
  return (
    <fieldset
      ref={list}
      className="min-w-0"
      onChange={({ target }) => {
        if (isFold(target)) chooseFold(target);
        if (isFold(target) || isBox(target)) read();
      }}
    >
      <legend className="sr-only">Reports that belong elsewhere</legend>
      <Acts
        pending={pending}
        says={
          chosen.length > 0
            ? `${counted(chosen.length, "report")} chosen`
            : hint
              ? "Choose the reports that belong elsewhere first. Space chooses, M moves them."
              : "for reports that belong elsewhere"
        }
        onSplit={() => begin(() => void put(null))}
        onMove={() => begin(() => setMoving(true))}
      />
      {moving ? null : <ActNotice problem={problem} />}
      {children}
      {moving ? (
        <MoveDialog
          issue={issue}
          reports={chosen}
          pending={pending}
          problem={problem}
          onClose={() => setMoving(false)}
          onAct={(one) => one.verb === "move" && void put(one.into)}
        />
      ) : null}
    </fieldset>
  );
}

function Acts({
  pending,
  says,
  onSplit,
  onMove,
}: {
  pending: boolean;
  says: string;
  onSplit: () => void;
  onMove: () => void;
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <Button icon="unlink" disabled={pending} onClick={onSplit}>
        Split off
      </Button>
      <Button icon="arrow-right" data-key="triage-move" keyHint="M" disabled={pending} onClick={onMove}>
        Move…
      </Button>
      <span aria-live="polite" className="text-fg-muted text-sm">
        {says}
      </span>
    </div>
  );
}

const isFold = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name === "fold";

const boxesOf = (fold: Element) => [...fold.querySelectorAll<HTMLInputElement>("input[name=report]")];

/** Chooses all equal reports of a row, or none. */
function chooseFold(box: HTMLInputElement): void {
  const fold = box.closest("[data-fold-of]");
  for (const one of fold ? boxesOf(fold) : []) one.checked = box.checked;
}

/** The box of a row of equal reports is ticked while all of them are. */
function noteFolds(list: Element | null): void {
  for (const fold of list?.querySelectorAll("[data-fold-of]") ?? []) {
    const box = fold.querySelector<HTMLInputElement>("input[name=fold]");
    if (box) box.checked = boxesOf(fold).every(({ checked }) => checked);
  }
}

const isBox = (target: EventTarget) => target instanceof HTMLInputElement && target.name === "report";
