import type { ReactNode } from "react";
import { RushNotice } from "@/components/people/rush-notice";
import { shareText } from "@/components/ui/chart/shares";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { COLUMN_WORDS, KIND_NAMES, waitedText } from "@/components/words/insights";
import { durationText } from "@/components/words/rationales";
import { queueList } from "@/lib/approvals/queue/list";
import type { Rush } from "@/lib/approvals/types";
import { type InsightFilter, insightList } from "@/lib/insights/friction/list";
import { callsOf, callsOfFigure, callsOfRow } from "@/lib/insights/friction/rows";
import {
  FRICTION_SORTS,
  type Friction,
  type FrictionKind,
  type FrictionRow,
  type FrictionSort,
} from "@/lib/insights/friction/types";

const seconds = (value: number | null) =>
  value === null ? null : durationText(value < 60 ? Math.round(value * 10) * 100 : Math.round(value * 1_000));
const some = (value: number | null) => (value ? value.toLocaleString("en") : null);

/** A figure in words; null if no rows prove it. */
const FIGURES: Record<FrictionSort, (row: FrictionRow) => string | null> = {
  calls: (row) => some(row.calls),
  median: (row) => seconds(row.medianSeconds),
  p90: (row) => seconds(row.p90Seconds),
  unread: (row) => (row.unread > 0 ? shareText(row.unread / row.decided) : null),
  edited: (row) => some(row.edited),
  rejected: (row) => some(row.rejected),
  sent_back: (row) => some(row.sentBack),
  expired: (row) => some(row.expired),
  waited: (row) => (row.waitedSeconds > 0 ? waitedText(row.waitedSeconds) : null),
};

const CELL = "tnum px-2.5 py-1.5 text-right whitespace-nowrap";
const LINK = "inline-flex min-h-6 items-center underline-offset-2 hover:underline max-sm:min-h-12";

type Props = {
  friction: Friction;
  filter: InsightFilter;
  /** People who approved faster than anyone can read, for administrators of all tenants. */
  rushes: ReadonlyMap<string, Rush>;
  mayOpenPeople: boolean;
};

/** The cost of deciding, per tool, agent, gateway or approver. Each figure links to its calls. */
export function FrictionTable({ friction, filter, rushes, mayOpenPeople }: Props) {
  const { by, rows } = friction;
  const columns = FRICTION_SORTS.filter((column) => by !== "approver" || column !== "expired");
  const all = callsOf(friction, filter.tenant);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section aria-label={`What deciding cost, by ${by}`} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">What deciding cost, by {by}</caption>
        <Head by={by} columns={columns} filter={filter} />
        <tbody>
          {rows.map((row) => {
            const own = callsOfRow(by, row);
            return (
              <tr key={JSON.stringify([row.name, row.gateway, row.provider, row.personId])}>
                <th
                  scope="row"
                  className="sticky left-0 min-w-40 border-border border-t bg-surface px-3.5 py-1.5 text-left font-normal max-sm:max-w-44"
                >
                  <Name by={by} row={row} mayOpenPeople={mayOpenPeople} rushes={rushes} />
                </th>
                {columns.map((column) => (
                  <td key={column} className={`border-border border-t ${CELL}`}>
                    <Figure
                      words={FIGURES[column](row)}
                      none={column === "median" || column === "p90" ? "none" : "0"}
                      href={own && queueList.link(all, { ...own, ...callsOfFigure(column) })}
                    />
                  </td>
                ))}
                {by === "approver" && (
                  <td className={`border-border border-t ${CELL}`}>
                    <Looked looked={row.looked} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Head({
  by,
  columns,
  filter,
}: {
  by: FrictionKind;
  columns: readonly FrictionSort[];
  filter: InsightFilter;
}) {
  const { sort = "calls" } = filter;
  return (
    <thead className="bg-sunken text-2xs text-fg-muted">
      <tr>
        <th scope="col" className="sticky left-0 bg-sunken px-3.5 py-2 text-left font-medium">
          {KIND_NAMES[by]}
        </th>
        {columns.map((column) => (
          <th
            key={column}
            scope="col"
            aria-sort={column === sort ? "descending" : undefined}
            title={COLUMN_WORDS[column].means}
            className="px-2.5 py-2 text-right font-medium whitespace-nowrap"
          >
            <Link
              href={`${insightList.link(filter, { sort: column === "calls" ? undefined : column })}#friction`}
              scroll={false}
              className="inline-flex min-h-6 items-center gap-1 hover:text-fg max-sm:min-h-12"
            >
              {COLUMN_WORDS[column].head}
              {column === sort && <Icon name="arrow-down" size={12} />}
            </Link>
          </th>
        ))}
        {by === "approver" && (
          <th scope="col" className="px-2.5 py-2 text-right font-medium whitespace-nowrap">
            On screen
          </th>
        )}
      </tr>
    </thead>
  );
}

function Figure({
  words,
  none,
  href,
}: {
  words: string | null;
  /** Shown without words: a median of nothing is not 0. */
  none: "0" | "none";
  href: string | null;
}) {
  if (words === null) return <span className="text-fg-subtle">{none}</span>;
  return href === null ? (
    words
  ) : (
    <Link href={href} className={LINK}>
      {words}
    </Link>
  );
}

/** How long calls were on screen before an approval. */
function Looked({ looked }: { looked: FrictionRow["looked"] }) {
  if (!looked) return <span className="text-fg-subtle">not known</span>;
  const { timed, glanced, medianSeconds } = looked;
  const says = `Of ${timed.toLocaleString("en")} approvals whose time on the screen is known, ${glanced.toLocaleString("en")} came after less than 5 seconds.`;
  return (
    <span title={says}>
      {durationText(medianSeconds * 1_000)}
      {glanced > 0 && <span className="text-fg-muted">, {shareText(glanced / timed)} under 5 s</span>}
      <span className="sr-only">. {says}</span>
    </span>
  );
}

function Name({
  by,
  row,
  mayOpenPeople,
  rushes,
}: { by: FrictionKind; row: FrictionRow } & Pick<Props, "mayOpenPeople" | "rushes">): ReactNode {
  const { name, gateway, provider, toolId, personId } = row;
  const said = by === "gateway" ? gateway : name;
  if (said === null)
    return <span className="text-fg-muted">{personId ? "a user who is gone" : "not said"}</span>;
  const words = <Untrusted mono={by === "tool"}>{provider ? `${provider} · ${said}` : said}</Untrusted>;
  const page = toolId
    ? `/tools/${toolId}`
    : personId && mayOpenPeople
      ? `/settings/people/${personId}`
      : null;
  const rush = personId ? rushes.get(personId) : undefined;
  return (
    <span className="flex flex-col wrap-anywhere">
      {page ? (
        <Link href={page} data-key="row" className={LINK}>
          {words}
        </Link>
      ) : (
        words
      )}
      {by === "tool" && gateway && (
        <span className="text-fg-muted text-xs">
          <Untrusted>{gateway}</Untrusted>
        </span>
      )}
      {rush && personId && (
        <span className="text-xs">
          <RushNotice userId={personId} rush={rush} />
        </span>
      )}
    </span>
  );
}
