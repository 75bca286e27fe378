"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Verb } from "@/lib/approvals/schema";
import { DECIDE, VERB_WORDS } from "../copy";
import { ExtendDialog } from "./extend-dialog";
import { ReasonDialog, type ReasonForm } from "./reason-dialog";

type OtherVerb = Exclude<Verb, "approve">;
const ORDER: readonly OtherVerb[] = ["reject", "request_changes", "edit", "revoke", "extend", "cancel"];
// Always behind More, and behind it on phones, where two verbs fill the width.
const RARE: readonly OtherVerb[] = ["extend", "cancel"];
const SECOND: readonly OtherVerb[] = ["request_changes", "edit"];
const KEYS: Partial<Record<OtherVerb, string>> = { reject: "R", request_changes: "C", edit: "E" };

const REASONS: Record<"reject" | "request_changes" | "revoke" | "cancel", ReasonForm> = {
  reject: {
    title: DECIDE.rejectTitle,
    note: DECIDE.rejectNote,
    label: DECIDE.rejectText,
    submit: DECIDE.rejectDo,
    presets: DECIDE.presets,
    required: true,
  },
  request_changes: {
    title: DECIDE.changesTitle,
    note: DECIDE.changesNote,
    label: DECIDE.changesText,
    submit: DECIDE.changesDo,
    required: true,
  },
  revoke: {
    title: DECIDE.revokeTitle,
    note: DECIDE.revokeNote,
    label: DECIDE.revokeText,
    submit: DECIDE.revokeDo,
    required: true,
  },
  cancel: {
    title: DECIDE.cancelTitle,
    note: DECIDE.cancelNote,
    label: DECIDE.cancelText,
    submit: DECIDE.cancelDo,
    required: false,
  },
};

// Where a field to type in stands in the bar too, "Request changes" waits for a wider one. A verb is either in the bar or
// in the menu, never in both.
function inlineClass(verb: OtherVerb, crowded: boolean): string | undefined {
  if (!SECOND.includes(verb)) return undefined;
  return crowded && verb === "request_changes" ? "@max-4xl:hidden" : "max-md:hidden";
}

function menuClass(verb: OtherVerb, crowded: boolean): string | undefined {
  if (!SECOND.includes(verb)) return undefined;
  return crowded && verb === "request_changes" ? "@4xl:hidden" : "md:hidden";
}

/** One button for each verb but approve; the rare ones behind More. What the viewer may not do is not there. */
export function VerbButtons({
  verbs,
  busy,
  crowded,
  onBegin,
}: {
  verbs: readonly Verb[];
  busy: boolean;
  /** The bar also holds a field to type in. */
  crowded: boolean;
  onBegin: (verb: OtherVerb) => void;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const allowed = ORDER.filter((verb) => verbs.includes(verb));
  const inline = allowed.filter((verb) => !RARE.includes(verb));
  const more = allowed.filter((verb) => RARE.includes(verb) || SECOND.includes(verb));
  const begin = (verb: OtherVerb) => {
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
          {VERB_WORDS[verb]}
        </Button>
      ))}
      {more.length > 0 ? (
        <details
          ref={menu}
          className={more.every((verb) => SECOND.includes(verb)) ? "relative md:hidden" : "relative"}
        >
          <summary
            aria-label={DECIDE.more}
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
                  className="w-full rounded-control px-2.5 py-1.5 text-left text-sm hover:bg-sunken"
                >
                  {VERB_WORDS[verb]}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** The dialogs of the verbs that need a reason or a choice. Each keeps what was typed until the call is left. */
export function VerbDialogs({
  open,
  busy,
  notice,
  onClose,
  onReason,
  onExtend,
  onCancel,
}: {
  open: Verb | null;
  busy: boolean;
  notice: React.ReactNode;
  onClose: () => void;
  onReason: (verdict: "reject" | "request_changes" | "revoke", reason: string) => void;
  onExtend: (seconds: number) => void;
  onCancel: (reason: string) => void;
}) {
  const shared = { busy, message: notice, onClose };
  return (
    <>
      {(["reject", "request_changes", "revoke"] as const).map((verb) => (
        <ReasonDialog
          key={verb}
          form={REASONS[verb]}
          open={open === verb}
          onSubmit={(reason) => onReason(verb, reason)}
          {...shared}
        />
      ))}
      <ReasonDialog form={REASONS.cancel} open={open === "cancel"} onSubmit={onCancel} {...shared} />
      <ExtendDialog open={open === "extend"} onSubmit={onExtend} {...shared} />
    </>
  );
}
