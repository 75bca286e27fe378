"use client";

import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { ActNotice } from "@/components/ui/act-notice";
import { classNames } from "@/components/ui/class-names";
import { openedPart } from "@/components/ui/lazy-part";
import { Link } from "@/components/ui/link";
import { useHydrated } from "@/components/ui/use-hydrated";
import { COLUMN_WORDS } from "@/components/words/board";
import { verbInto } from "@/lib/feedback/board/rules";
import type { BoardColumn } from "@/lib/feedback/board/types";
import type { StateVerb } from "@/lib/feedback/triage/types";
import { BulkResultNote } from "../bulk/bulk-result";
import { useBulk } from "../bulk/use-bulk";
import { type IssuesText, issuesOfText, type ListedIssue } from "../inbox/row-text";
import type { VerbAct } from "../triage/triage-act";
import type { AskingVerb } from "../triage/triaged-issue";
import { asksFirst } from "../triage/verbs";
import { BoardCard } from "./board-card";
import { cardBeside, cardNextTo } from "./card-focus";

const TriageDialog = openedPart(() => import("../triage/triage-dialogs").then((part) => part.TriageDialog));

const TOPICS = ["feedback"];

// Cards that most screens show per column.
const CARDS_IN_HTML = 4;

/** A column as the server read it; `href` is its list. */
type ColumnData = {
  column: BoardColumn;
  count: number;
  href: string;
  cards: readonly ListedIssue[];
};

/** A column as sent to the browser. */
type ColumnText = Omit<ColumnData, "cards"> & { cards: IssuesText };

type Props = {
  columns: readonly ColumnText[];
  /** The list's query, which the page of a card links back to. */
  query: string;
  mayAct: boolean;
};

type Asked = { verb: AskingVerb; card: ListedIssue };

/** Moves a card to another column, and asks first if the move needs more input. */
function useMoves(root: { current: HTMLElement | null }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [moving, setMoving] = useState<string | null>(null);
  const next = useRef<string | null>(null);
  const bulk = useBulk(() => undefined);
  const run = async (card: ListedIssue, act: VerbAct) => {
    const focused = document.activeElement?.closest(`[data-row="${card.id}"]`) || asked;
    next.current = focused ? cardNextTo(root.current, card.id) : null;
    setMoving(card.id);
    if (await bulk.run(act, new Map([[card.id, card]]))) setAsked(null);
    setMoving(null);
  };
  const begin = (card: ListedIssue, verb: StateVerb) => {
    bulk.clear();
    if (asksFirst(verb)) setAsked({ verb, card });
    else void run(card, { verb } as VerbAct);
  };
  return { bulk, asked, moving, next, run, begin, close: () => setAsked(null) };
}

function useColumns(sent: readonly ColumnText[], query: string): readonly ColumnData[] {
  return useMemo(() => sent.map((one) => ({ ...one, cards: issuesOfText(one.cards, query) })), [sent, query]);
}

/** Issues by state. Cards move by dragging, by menu, or by shortcut. */
export function Board({ columns: sent, query, mayAct }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const columns = useColumns(sent, query);
  const hydrated = useHydrated();
  const [dragged, setDragged] = useState<ListedIssue | null>(null);
  // While a card is dragged, the columns ignore new reads.
  const [kept, setKept] = useState(columns);
  if (dragged === null && kept !== columns) setKept(columns);
  const { bulk, asked, moving, next, run, begin, close } = useMoves(root);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the card that had the focus may have gone with the last reading
  useEffect(() => {
    if (next.current === null || document.activeElement !== document.body) return;
    root.current
      ?.querySelector<HTMLElement>(`a[data-id="${CSS.escape(next.current)}"]`)
      ?.focus({ preventScroll: true });
    next.current = null;
  }, [kept, asked]);

  return (
    <div className="flex min-h-0 grow flex-col">
      <LiveRefresh topics={TOPICS} />
      {bulk.result || (bulk.problem && !asked) ? (
        <div className="px-3.5 pt-2">
          {bulk.result ? <BulkResultNote result={bulk.result} /> : null}
          {asked ? null : <ActNotice problem={bulk.problem} />}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move the focus among the links inside */}
      <div
        ref={root}
        onKeyDown={stepOnBoard}
        className="flex min-h-0 grow snap-x snap-mandatory gap-3 overflow-x-auto p-3.5 lg:snap-none"
      >
        {kept.map((one) => {
          const verb = dragged && verbInto(dragged, one.column);
          return (
            <Column
              key={one.column}
              data={one}
              fits={dragged ? verb !== null : null}
              onDrop={() => {
                if (dragged && verb) begin(dragged, verb);
                setDragged(null);
              }}
            >
              {(hydrated ? one.cards : one.cards.slice(0, CARDS_IN_HTML)).map((card) => (
                <BoardCard
                  key={card.id}
                  card={card}
                  mayAct={mayAct}
                  busy={moving === card.id}
                  onDrag={setDragged}
                  onVerb={(chosen) => begin(card, chosen)}
                />
              ))}
            </Column>
          );
        })}
      </div>
      {asked ? (
        <TriageDialog
          verb={asked.verb}
          issue={{ id: asked.card.id, ref: asked.card.ref }}
          pending={bulk.pending}
          problem={bulk.problem}
          onClose={close}
          onAct={(act) => void run(asked.card, act as VerbAct)}
        />
      ) : null}
    </div>
  );
}

/** Arrow keys move along and across columns. */
function stepOnBoard(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  const to = cardBeside(event.currentTarget, event.target, event.key);
  if (!to) return;
  event.preventDefault();
  to.focus();
  to.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function Column({
  data: { column, count, href, cards },
  fits,
  onDrop,
  children,
}: {
  data: ColumnData;
  /** Whether the dragged card can be dropped here; null without a drag. */
  fits: boolean | null;
  onDrop: () => void;
  children: React.ReactNode;
}) {
  const [over, setOver] = useState(false);
  const words = COLUMN_WORDS[column];
  const allow = (event: DragEvent) => {
    if (!fits) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    setOver(true);
  };
  return (
    <section
      aria-label={words}
      data-column={column}
      onDragEnter={allow}
      onDragOver={allow}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
      className={classNames(
        "flex w-[min(19rem,82vw)] shrink-0 snap-center lg:w-auto lg:min-w-62 lg:flex-1 flex-col rounded-card border bg-sunken lg:min-h-0",
        fits && over ? "border-accent" : fits ? "border-border-strong border-dashed" : "border-border",
        fits === false && "opacity-60",
      )}
    >
      <h2 className="flex items-baseline justify-between gap-2 px-3 pt-2.5 pb-2 font-bold text-sm">
        {words}
        <span className="mono tnum font-medium text-fg-muted text-xs">{count.toLocaleString("en")}</span>
      </h2>
      <ul
        aria-label={`Issues: ${words}`}
        className="flex min-h-12 flex-col gap-2 px-2 pb-2 lg:overflow-y-auto"
      >
        {children}
        {cards.length === 0 ? <li className="px-1 py-2 text-fg-muted text-sm">Nothing here.</li> : null}
        {count > cards.length ? (
          <li>
            <Link
              href={href}
              className="inline-flex min-h-8 items-center px-1 text-accent text-sm underline underline-offset-2 max-md:min-h-12"
            >
              {(count - cards.length).toLocaleString("en")} more in the list
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
