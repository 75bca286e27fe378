import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { changesByList, type ListOfChanges } from "@/lib/approvals/attempts/changes";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { diffArguments } from "@/lib/arguments/diff";
import { LONG_CHARS } from "@/lib/arguments/folding";
import type { ArgumentLeaf, DiffRow } from "@/lib/arguments/types";
import { parseJson } from "@/lib/core/json/parse";
import { Absent, Folded, Value } from "../arguments/value";
import { StatusChip } from "../status-chip";
import { SectionTitle } from "./section-title";

/** Changes shown in full; the whole call is below. */
const CHANGES_SHOWN = 12;

/** Changes of one list shown in full; the whole list is among the arguments. */
const ITEMS_SHOWN = 100;

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12";

const SAID: Record<string, string> = {
  changes_requested: "Changes were requested",
  rejected: "It was rejected",
};

function Side({ leaf, row, side }: { leaf: ArgumentLeaf | null; row: DiffRow; side: "removed" | "added" }) {
  if (!leaf) return <Absent />;
  const value = <Value leaf={leaf} words={row.words} side={side} />;
  return leaf.text.length > LONG_CHARS ? (
    <Folded fold={null} leaf={leaf}>
      {value}
    </Folded>
  ) : (
    value
  );
}

function Changes({ rows }: { rows: readonly DiffRow[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-3 gap-y-1.5 text-sm max-sm:grid-cols-1 max-sm:gap-y-0.5">
      {rows.map((row) => (
        <div key={`${row.pointer} ${row.change}`} className="contents">
          <dt className="mono font-bold wrap-anywhere max-sm:mt-1">
            <Untrusted>{row.path}</Untrusted>
          </dt>
          <dd className="min-w-0 wrap-anywhere">
            <span className="block text-fg-muted">
              <span className="text-xs">then </span>
              <Side leaf={row.before} row={row} side="removed" />
            </span>
            <span className="block">
              <span className="text-fg-muted text-xs">now </span>
              <Side leaf={row.after} row={row} side="added" />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Changes of one list: its name, and how many items changed. */
function ListChanges({ list: { name, rows } }: { list: ListOfChanges }) {
  const of = (change: DiffRow["change"]) => rows.filter((row) => row.change === change).length;
  const parts = [
    [of("removed"), "removed"],
    [of("added"), "added"],
    [of("changed"), "changed"],
  ] as const;
  const said = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${counted(count, "value")} ${word}`]));
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer max-sm:min-h-12 max-sm:py-3">
        <span className="mono font-bold">
          <Untrusted>{name}</Untrusted>
        </span>{" "}
        <span className="text-fg-muted">{said.join(", ")}</span>
      </summary>
      <Changes rows={rows.slice(0, ITEMS_SHOWN)} />
      {rows.length > ITEMS_SHOWN ? (
        <p className="mt-1.5 text-fg-muted">{`${counted(rows.length - ITEMS_SHOWN, "more value")}. See the arguments for the full list.`}</p>
      ) : null}
    </details>
  );
}

/** What the agent changed since its previous attempt, and the answer it had received. */
export function EarlierAttemptSection({ view }: { view: ApprovalView }) {
  const { earlierAttempt: earlier } = view;
  if (!earlier) return null;
  // Compares what the agent asked for, not a person's edit of it.
  const now = parseJson(view.requestedArgumentsText ?? view.argumentsText);
  const rows = diffArguments(parseJson(earlier.argumentsText), now).filter((row) => row.change !== "same");
  const { single, lists } = changesByList(rows);
  const more = single.length - CHANGES_SHOWN;
  return (
    <section aria-labelledby="attempt">
      <SectionTitle
        id="attempt"
        title={`Attempt ${earlier.number.toLocaleString("en")}${earlier.orLater ? " or later" : ""}`}
        note="same session, tool and agent"
      />
      <div
        data-part="attempt"
        className="flex flex-col gap-2 rounded-card border border-border bg-surface px-[13px] py-2.5"
      >
        <p>
          {SAID[earlier.decision] ?? "It was refused"} the last time
          {earlier.by ? (
            <>
              {" "}
              by <Untrusted>{earlier.by}</Untrusted>
            </>
          ) : null}
          , <Time value={earlier.at} />
          {earlier.reason ? (
            <>
              : “<Untrusted lines>{earlier.reason}</Untrusted>”
            </>
          ) : (
            "."
          )}
        </p>
        {rows.length === 0 ? (
          <p className="font-medium text-risk-high text-sm">The agent changed none of the arguments since.</p>
        ) : null}
        <Changes rows={single.slice(0, CHANGES_SHOWN)} />
        {lists.map((list) => (
          <ListChanges key={list.name} list={list} />
        ))}
        {more > 0 ? (
          <details className="text-sm">
            <summary className="min-h-6 cursor-pointer text-accent max-sm:min-h-12 max-sm:py-3">
              {counted(more, "more change")}
            </summary>
            <Changes rows={single.slice(CHANGES_SHOWN)} />
          </details>
        ) : null}
        <p className="text-sm">
          <Link href={`/approvals/${earlier.id}`} className={LINK}>
            The attempt before
          </Link>
        </p>
      </div>
    </section>
  );
}

/** All attempts at the same thing, where there are more than the one before and the next. */
export function AttemptsSection({ view }: { view: ApprovalView }) {
  const { attempts, earlierAttempt: earlier } = view;
  if (attempts.length < 3) return null;
  return (
    <section aria-labelledby="attempts">
      <SectionTitle
        id="attempts"
        title={`${counted(attempts.length, "attempt")}${earlier?.orLater ? " or more" : ""}`}
        note="same session, tool and agent"
      />
      <ol className="flex flex-col rounded-card border border-border bg-surface px-[13px] py-1.5 text-sm">
        {attempts.map(({ id, status, at, by, reason }, index) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 py-1 wrap-anywhere">
            <span className={id === view.id ? "font-bold" : undefined}>
              {id === view.id ? (
                `${index + 1}. This call`
              ) : (
                <Link href={`/approvals/${id}`} className={LINK}>
                  {`${index + 1}. Attempt`}
                </Link>
              )}
            </span>
            <StatusChip status={status} />
            <span className="text-fg-muted">
              <Time value={at} />
              {by ? (
                <>
                  {" · "}
                  <Untrusted>{by}</Untrusted>
                </>
              ) : null}
              {reason ? (
                <>
                  : “<Untrusted>{reason}</Untrusted>”
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Links to the agent's next attempt after a rejection. */
export function NextAttemptSection({ view }: { view: ApprovalView }) {
  const { nextAttempt: next } = view;
  if (!next) return null;
  return (
    <section aria-label="The next attempt" className="flex flex-wrap items-center gap-x-2 text-sm">
      <span>
        The agent asked again · <Time value={next.at} />
      </span>
      <StatusChip status={next.status} />
      <Link href={`/approvals/${next.id}`} className={LINK}>
        The next attempt
      </Link>
    </section>
  );
}
