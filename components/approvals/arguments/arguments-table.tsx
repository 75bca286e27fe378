import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { foldOf, LONG_CHARS, ROWS_SHOWN } from "@/lib/arguments/folding";
import { pathOfPointer } from "@/lib/arguments/leaves";
import type { DiffRow, Violation } from "@/lib/arguments/types";
import type { RiskWord } from "@/lib/core/risk";
import { Absent, Folded, MustOpen, Value } from "./value";

/** Unchanged arguments that the Changed view still shows, for context. */
export const UNCHANGED_SHOWN = 5;

type TableProps = {
  rows: readonly DiffRow[];
  risk: RiskWord;
  violations: readonly Violation[];
  /** False if there is nothing to compare with: one column then serves both. */
  compared: boolean;
  edited: boolean;
};

// Names up to this length stay on one line: "filter.finishedAt.$lt" broken in two is hard to read.
const NAME_ON_ONE_LINE = 28;

// Under 640 px a row is a card: name, old value, new value, one per line.
const CELL = "px-[13px] py-[7px] align-top max-sm:block max-sm:w-full max-sm:py-1";
const OLD = `${CELL} w-[36%] text-fg-muted before:font-mono before:font-bold before:text-risk-high before:content-['−_']`;
const NEW = `${CELL} bg-ok-bg before:font-mono before:font-bold before:text-ok before:content-['+_']`;

function Side({ row, side, risk }: { row: DiffRow; side: "before" | "after"; risk: RiskWord }) {
  const leaf = row[side];
  if (!leaf) return <Absent />;
  const value = <Value leaf={leaf} words={row.words} side={side === "before" ? "removed" : "added"} />;
  const fold = foldOf(row, risk);
  // Shows a short old value in full next to a long new one.
  if (!fold || (side === "before" && row.after && leaf.text.length <= LONG_CHARS)) return value;
  return (
    <Folded fold={side === "after" || !row.after ? fold : null} leaf={leaf}>
      {value}
    </Folded>
  );
}

/** Violations of the tool's schema, below the value: next to it they would take its space. */
function Against({ violations }: { violations: readonly Violation[] }) {
  return violations.map((violation) => (
    <span key={violation.message} className="mt-1 block font-medium text-xs text-risk-high">
      <Untrusted>{violation.message}</Untrusted>
    </span>
  ));
}

function Row({
  row,
  risk,
  violations,
  compared,
  edited,
  onlyInAll,
}: Omit<TableProps, "rows"> & { row: DiffRow; onlyInAll: boolean }) {
  const own = violations.filter((violation) => violation.pointer === row.pointer);
  const changed = row.change !== "same";
  return (
    <tr
      data-part="arguments"
      className={`border-border border-b last:border-b-0 max-sm:block max-sm:py-1 ${
        onlyInAll
          ? "hidden group-has-[[value=all]:checked]/arguments:table-row max-sm:group-has-[[value=all]:checked]/arguments:block"
          : ""
      }`}
    >
      <th
        scope="row"
        className={`${CELL} w-[130px] text-left mono max-sm:w-full ${
          row.path.length > NAME_ON_ONE_LINE ? "wrap-anywhere sm:w-[30%]" : "sm:whitespace-nowrap"
        } ${changed ? "font-bold text-fg" : "font-medium text-fg-muted"}`}
      >
        <Untrusted>{row.path}</Untrusted>
      </th>
      {changed ? (
        <>
          <td className={OLD}>
            <span className="sr-only">{edited ? "Requested" : "Last approved"}: </span>
            <Side row={row} side="before" risk={risk} />
          </td>
          <td className={NEW}>
            <span className="sr-only">{edited ? "Edited" : "This call"}: </span>
            <Side row={row} side="after" risk={risk} />
            <Against violations={own} />
          </td>
        </>
      ) : (
        <td className={CELL} colSpan={2}>
          <Side row={row} side="after" risk={risk} />
          {compared ? <span className="ml-2 text-xs text-fg-subtle">unchanged</span> : null}
          <Against violations={own} />
        </td>
      )}
    </tr>
  );
}

function Missing({ violations }: { violations: readonly Violation[] }) {
  return violations.map((violation) => (
    <tr
      key={violation.pointer + violation.message}
      data-part="arguments"
      className="border-border border-b last:border-b-0 max-sm:block"
    >
      <th scope="row" className={`${CELL} text-left mono font-bold wrap-anywhere`}>
        <Untrusted>{pathOfPointer(violation.pointer) || "all arguments"}</Untrusted>
      </th>
      <td className={CELL} colSpan={2}>
        <Absent /> <Untrusted className="text-xs text-risk-high">{violation.message}</Untrusted>
      </td>
    </tr>
  ));
}

/**
 * The arguments, one row a leaf. One table serves Changed and All: All shows the rows that Changed
 * hides.
 */
export function ArgumentsTable({ rows, risk, violations, compared, edited }: TableProps) {
  const known = new Set(rows.map((row) => row.pointer));
  const missing = violations.filter((violation) => !known.has(violation.pointer));
  let unchanged = 0;
  const marked = rows.map((row) => {
    if (row.change === "same") unchanged += 1;
    return { row, onlyInAll: compared && row.change === "same" && unchanged > UNCHANGED_SHOWN };
  });
  const shared = { risk, violations, compared, edited };
  const more = Math.max(0, marked.length - ROWS_SHOWN);
  const rest = marked.slice(ROWS_SHOWN);
  const frame =
    "w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-border bg-surface text-sm [&_td]:border-border [&_td]:border-b [&_th]:border-border [&_th]:border-b [&_tr:last-child>*]:border-b-0 max-sm:block max-sm:[&_tbody]:block max-sm:[&_td]:border-b-0 max-sm:[&_th]:border-b-0";
  const head = (
    <thead className="sr-only">
      <tr>
        <th scope="col">Argument</th>
        <th scope="col">{edited ? "Requested" : "Last approved"}</th>
        <th scope="col">{edited ? "Edited" : "This call"}</th>
      </tr>
    </thead>
  );
  return (
    <>
      <table className={frame}>
        {head}
        <tbody>
          <Missing violations={missing} />
          {marked.slice(0, ROWS_SHOWN).map(({ row, onlyInAll }) => (
            <Row key={`${row.pointer} ${row.change}`} row={row} onlyInAll={onlyInAll} {...shared} />
          ))}
        </tbody>
      </table>
      {more > 0 ? (
        <details data-fold="rows" className="mt-2">
          <summary className="cursor-pointer rounded-chip py-1 text-sm text-accent">
            {counted(more, "more row", "more rows")}
            {risk === "low" ? null : <MustOpen />}
          </summary>
          <table className={`${frame} mt-2`}>
            {head}
            <tbody>
              {rest.map(({ row }) => (
                <Row key={`${row.pointer} ${row.change}`} row={row} onlyInAll={false} {...shared} />
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </>
  );
}
