"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Verb } from "@/lib/approvals/detail/types";

export type BarVerb = Exclude<Verb, "approve"> | "snooze";
const WORDS: Record<Exclude<BarVerb, "snooze">, string> = {
  undo: "Undo",
  reject: "Reject…",
  request_changes: "Request changes…",
  edit: "Edit…",
  remember: "Approve and remember…",
  revoke: "Revoke approval…",
  extend: "More time…",
  cancel: "Cancel call…",
  break_glass: "Break glass…",
};
const ORDER: readonly BarVerb[] = [
  "undo",
  "reject",
  "request_changes",
  "edit",
  "snooze",
  "revoke",
  "remember",
  "extend",
  "cancel",
  "break_glass",
];
// Always in the More menu; on phones two verbs fill the width.
const RARE: readonly BarVerb[] = ["remember", "extend", "cancel", "break_glass"];
const SECOND: readonly BarVerb[] = ["request_changes", "edit", "snooze"];
const KEYS: Partial<Record<BarVerb, string>> = {
  undo: "Z",
  reject: "R",
  request_changes: "C",
  edit: "E",
  snooze: "H",
};

// If the bar also has a text field, these move to the menu until the screen is wider. A verb is
// never in both.
const WAIT_WHEN_CROWDED: readonly BarVerb[] = ["request_changes", "snooze"];

function inlineClass(verb: BarVerb, crowded: boolean): string | undefined {
  if (!SECOND.includes(verb)) return undefined;
  if (crowded && WAIT_WHEN_CROWDED.includes(verb)) return "@max-5xl:hidden";
  return verb === "snooze" ? "@max-4xl:hidden" : "max-md:hidden";
}

function menuClass(verb: BarVerb, crowded: boolean): string | undefined {
  if (!SECOND.includes(verb)) return undefined;
  if (crowded && WAIT_WHEN_CROWDED.includes(verb)) return "@5xl:hidden";
  return verb === "snooze" ? "@4xl:hidden" : "md:hidden";
}

/**
 * A button for each verb but approve; rare ones in the More menu. Omits verbs that the viewer may
 * not use.
 */
export function VerbButtons({
  verbs,
  snooze,
  busy,
  crowded,
  onBegin,
}: {
  verbs: readonly Verb[];
  /** Whether the call can be snoozed or woken; null for neither. */
  snooze: "snooze" | "wake" | null;
  busy: boolean;
  /** The bar also holds a text field. */
  crowded: boolean;
  onBegin: (verb: BarVerb) => void;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const allowed = ORDER.filter((verb) =>
    verb === "snooze" ? snooze !== null && verbs.length > 0 : verbs.includes(verb),
  );
  const word = (verb: BarVerb) =>
    verb === "snooze" ? (snooze === "wake" ? "End snooze" : "Snooze…") : WORDS[verb];
  const inline = allowed.filter((verb) => !RARE.includes(verb));
  const more = allowed.filter((verb) => RARE.includes(verb) || SECOND.includes(verb));
  const begin = (verb: BarVerb) => {
    if (menu.current) menu.current.open = false;
    onBegin(verb);
  };
  return (
    <>
      {inline.map((verb) => (
        <Button
          key={verb}
          size="lg"
          icon={verb === "reject" ? "x" : undefined}
          keyHint={KEYS[verb]}
          data-key={verb}
          disabled={busy}
          onClick={() => begin(verb)}
          className={inlineClass(verb, crowded)}
        >
          {word(verb)}
        </Button>
      ))}
      {more.length > 0 ? (
        <details
          ref={menu}
          data-menu
          className={
            more.every((verb) => SECOND.includes(verb) && verb !== "snooze")
              ? "relative md:hidden"
              : "relative"
          }
        >
          <summary
            aria-label="More"
            className="flex size-9 items-center justify-center rounded-control border border-border bg-surface hover:border-border-strong max-md:size-12"
          >
            <Icon name="more" />
          </summary>
          <ul className="absolute bottom-full left-0 z-20 mb-1 min-w-44 rounded-card border border-border bg-surface p-1 shadow-float max-md:right-0 max-md:left-auto">
            {more.map((verb) => (
              <li key={verb} className={menuClass(verb, crowded)}>
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => begin(verb)}
                  className="w-full rounded-control px-2.5 py-1.5 text-left text-sm hover:bg-sunken max-md:min-h-12 max-md:text-base"
                >
                  {word(verb)}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
