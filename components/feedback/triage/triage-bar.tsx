"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Asking } from "@/components/shell/keys/asking";
import { beginAct } from "@/components/shell/keys/opening";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { loadAhead, openedPart } from "@/components/ui/lazy-part";
import { VERB_WORDS } from "@/components/words/feedback";
import { MERGEABLE, verbsOf } from "@/lib/feedback/triage/rules";
import type { StateVerb } from "@/lib/feedback/triage/types";
import { BAR } from "./bar-look";
import type { TriageAct } from "./triage-act";
import { useTriaged } from "./triage-scope";
import type { AskingVerb, TriagedIssue } from "./triaged-issue";
import { asksFirst, leavesIssue, VERB_ICONS, VERB_KEYS, verbTarget } from "./verbs";

const loadDialogs = () => import("./triage-dialogs").then((part) => part.TriageDialog);
const TriageDialog = openedPart(loadDialogs);

/** The verbs for an issue in its current state, fixed to the bottom of the page. */
export function TriageBar({
  mark,
  properties,
}: {
  /** The state of the issue. */
  mark: ReactNode;
  /** The button that opens the properties, on narrow screens. */
  properties: ReactNode;
}) {
  const { issue, act, pending, problem, clear } = useTriaged();
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
  const press = (verb: BarVerb) => {
    clear();
    if (verb === "merge" || asksFirst(verb)) setAsking(verb);
    else void finish({ verb } as TriageAct);
  };
  return (
    <section ref={section} data-bar tabIndex={-1} aria-label="Triage" className={BAR}>
      {properties}
      {asking ? null : <ActNotice problem={problem} />}
      {asking ? <Asking /> : null}
      <div className="flex flex-wrap items-center gap-2 max-md:[&>button]:min-h-12 max-md:[&>button]:grow">
        <span className="@max-2xl:hidden">{mark}</span>
        <Verbs state={issue.state} pending={pending} onPress={press} />
      </div>
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

type BarVerb = StateVerb | "merge";

// The rest is always in the More menu, except the first verb of a state.
const INLINE: readonly BarVerb[] = ["resolve", "decline", "merge", "snooze", "wake"];

/** Where a verb leaves the menu for the bar, and back. A verb is never in both. */
const WIDTHS: Partial<Record<BarVerb, readonly [inline: string, menu: string]>> = {
  merge: ["@max-xl:hidden", "@xl:hidden"],
  snooze: ["@max-xl:hidden", "@xl:hidden"],
  wake: ["@max-xl:hidden", "@xl:hidden"],
  resolve: ["@max-[46rem]:hidden", "@min-[46rem]:hidden"],
};

const wordsOf = (verb: BarVerb) => (verb === "merge" ? "Duplicate…" : VERB_WORDS[verb]);
const keyOf = (verb: BarVerb) => (verb === "merge" ? "2" : VERB_KEYS[verb]);
const targetOf = (verb: BarVerb) => (verb === "merge" ? "triage-merge" : verbTarget(verb));

type VerbsProps = {
  state: TriagedIssue["state"];
  pending: boolean;
  onPress: (verb: BarVerb) => void;
};

/** The verbs available in this state, each with its key: the usual ones as buttons, others in a menu. */
function Verbs({ state, pending, onPress }: VerbsProps) {
  const [first, ...others] = verbsOf(state);
  const all: BarVerb[] = MERGEABLE.includes(state) ? [...others, "merge"] : others;
  const inline = INLINE.filter((verb) => all.includes(verb));
  const menu = all.filter((verb) => !inline.includes(verb) || WIDTHS[verb]);
  return (
    <>
      {first ? (
        <Button
          size="lg"
          icon={VERB_ICONS[first]}
          variant="primary"
          data-key={targetOf(first)}
          keyHint={keyOf(first)}
          disabled={pending}
          onClick={() => onPress(first)}
        >
          {wordsOf(first)}
        </Button>
      ) : null}
      {inline.map((verb) => (
        <Button
          key={verb}
          size="lg"
          data-key={targetOf(verb)}
          keyHint={keyOf(verb)}
          disabled={pending}
          onClick={() => onPress(verb)}
          className={WIDTHS[verb]?.[0]}
        >
          {wordsOf(verb)}
        </Button>
      ))}
      {menu.length > 0 ? (
        <MoreVerbs verbs={menu} inline={inline} pending={pending} onPress={onPress} />
      ) : null}
    </>
  );
}

function MoreVerbs({
  verbs,
  inline,
  pending,
  onPress,
}: {
  verbs: readonly BarVerb[];
  inline: readonly BarVerb[];
} & Omit<VerbsProps, "state">) {
  const menu = useRef<HTMLDetailsElement>(null);
  const press = (verb: BarVerb) => {
    // Focus first, so that a dialog returns it to the menu's button.
    if (menu.current?.open) menu.current.querySelector("summary")?.focus();
    if (menu.current) menu.current.open = false;
    onPress(verb);
  };
  return (
    <details
      ref={menu}
      data-menu
      className={verbs.every((verb) => inline.includes(verb)) ? "relative @min-[46rem]:hidden" : "relative"}
    >
      <summary
        aria-label="More"
        className="flex size-9 items-center justify-center rounded-control border border-border bg-surface hover:border-border-strong max-md:size-12"
      >
        <Icon name="more" />
      </summary>
      <ul className="absolute right-0 bottom-full z-20 mb-1 min-w-56 rounded-card border border-border bg-surface p-1 shadow-float">
        {verbs.map((verb) => (
          <li key={verb} className={inline.includes(verb) ? WIDTHS[verb]?.[1] : undefined}>
            <button
              type="button"
              // A verb with a button has its key there.
              data-key={inline.includes(verb) ? undefined : targetOf(verb)}
              disabled={pending}
              onClick={() => press(verb)}
              className="flex w-full items-center justify-between gap-3 rounded-control px-2.5 py-1.5 text-left text-sm hover:bg-sunken max-md:min-h-12 max-md:text-base"
            >
              {wordsOf(verb)}
              <span aria-hidden className="text-fg-subtle text-xs max-md:hidden">
                {keyOf(verb)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
