import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { COLUMN_WORDS } from "@/components/words/board";
import { VERB_WORDS } from "@/components/words/feedback";
import { verbInto } from "@/lib/feedback/board/rules";
import { BOARD_COLUMNS } from "@/lib/feedback/board/types";
import { verbsOf } from "@/lib/feedback/triage/rules";
import type { StateVerb } from "@/lib/feedback/triage/types";
import { InboxRowBody } from "../inbox/inbox-row";
import type { ListedIssue } from "../inbox/row-text";
import { asksFirst, VERB_ICONS, VERB_KEYS, verbTarget } from "../triage/verbs";

/** One issue on the board. */
export function BoardCard({
  card,
  mayAct,
  busy,
  onDrag,
  onVerb,
}: {
  card: ListedIssue;
  mayAct: boolean;
  busy: boolean;
  /** Called on pick-up, and with null on drop. */
  onDrag: (card: ListedIssue | null) => void;
  onVerb: (verb: StateVerb) => void;
}) {
  const [focused, setFocused] = useState(false);
  const moves = BOARD_COLUMNS.flatMap((column) => {
    const verb = verbInto(card, column);
    return verb ? [{ column, verb }] : [];
  });
  return (
    <li
      data-row={card.id}
      aria-busy={busy || undefined}
      draggable={mayAct}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", card.ref);
        onDrag(card);
      }}
      onDragEnd={() => onDrag(null)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      }}
      className={classNames(
        "relative flex items-start rounded-control border border-border bg-surface hover:border-border-strong",
        mayAct && "lg:cursor-grab",
        busy && "opacity-60",
      )}
    >
      <Link
        href={card.href}
        draggable={false}
        data-key="row"
        data-id={card.id}
        className={classNames(
          "flex min-w-0 grow flex-col rounded-control p-2.5 outline-offset-[-2px]",
          mayAct && "pb-8 max-md:pb-12",
        )}
      >
        <InboxRowBody row={card.facts} stated={card.state !== "regressed"} />
      </Link>
      {mayAct ? (
        <span className="absolute right-1 bottom-1 [&>button]:max-md:size-12">
          <Menu
            label={`Move ${card.ref} to…`}
            icon="more"
            size="sm"
            align="end"
            disabled={busy}
            items={moves.map(({ column, verb }) => ({
              label: asksFirst(verb) ? `${COLUMN_WORDS[column]}…` : COLUMN_WORDS[column],
              icon: VERB_ICONS[verb],
              keyHint: VERB_KEYS[verb],
              onSelect: () => onVerb(verb),
            }))}
          />
        </span>
      ) : null}
      {mayAct && focused ? <Keyed card={card} busy={busy} onVerb={onVerb} /> : null}
    </li>
  );
}

/** The shortcuts of a focused card. */
function Keyed({
  card,
  busy,
  onVerb,
}: {
  card: ListedIssue;
  busy: boolean;
  onVerb: (verb: StateVerb) => void;
}) {
  return (
    <span hidden>
      {verbsOf(card.state).map((verb) => (
        <button
          key={verb}
          type="button"
          tabIndex={-1}
          data-key={verbTarget(verb)}
          disabled={busy}
          onClick={() => onVerb(verb)}
        >
          {VERB_WORDS[verb]}
        </button>
      ))}
    </span>
  );
}
