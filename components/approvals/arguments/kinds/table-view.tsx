import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { Cell, Column, Table } from "@/lib/arguments/kinds/types";

const ROWS_SHOWN = 10;

const CELL = "max-w-64 border-border border-b px-2.5 py-1.5 text-left align-top wrap-anywhere";

function Summary({ column, rows }: { column: Column; rows: number }) {
  const { absent, distinct, top, secret } = column;
  if (secret) return <span>hidden</span>;
  const isUnique = top.length === 0;
  return (
    <>
      <span className="block">
        {distinct === 1 && absent === 0
          ? "the same in all rows"
          : isUnique && distinct === rows
            ? `${distinct.toLocaleString("en")} different, none twice`
            : `${distinct.toLocaleString("en")} different`}
        {absent > 0 ? ` · absent in ${absent.toLocaleString("en")}` : null}
      </span>
      {distinct === 1 && absent === 0
        ? null
        : top.map(({ text, count }) => (
            <span key={text} className="block">
              {count.toLocaleString("en")} ×{" "}
              <Untrusted mono limit={40}>
                {text}
              </Untrusted>
            </span>
          ))}
    </>
  );
}

function Value({ cell: { form, text } }: { cell: Cell }) {
  if (form === "absent") return <em className="text-fg-muted">absent</em>;
  if (form === "secret") return <span className="text-fg-muted">hidden</span>;
  if (form === "inner") return <span className="mono text-fg-muted">{text}</span>;
  return <Untrusted edges>{text}</Untrusted>;
}

function Rows({ rows, from }: { rows: Table["rows"]; from: number }) {
  return rows.map((cells, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one list never move
    <tr key={index}>
      <th scope="row" className={`${CELL} mono text-fg-subtle text-xs`}>
        {from + index}
      </th>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={at} className={`${CELL} min-w-24`}>
          <Value cell={cell} />
        </td>
      ))}
    </tr>
  ));
}

function Head({ columns, summary, rows }: { columns: readonly Column[]; summary: boolean; rows: number }) {
  return (
    <thead className={summary ? "bg-sunken" : "sr-only"}>
      <tr>
        <th scope="col" className={CELL}>
          <span className="sr-only">Row</span>
        </th>
        {columns.map((column) => (
          <th key={column.name} scope="col" className={`${CELL} min-w-24`}>
            <Untrusted mono limit={80}>
              {column.name}
            </Untrusted>
            {summary ? (
              <span className="mt-0.5 block font-normal text-fg-muted text-xs">
                <Summary column={column} rows={rows} />
              </span>
            ) : null}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const BOX = "overflow-x-auto rounded-card border border-border bg-surface text-sm";
const TABLE = "w-full border-separate border-spacing-0";

/** A list of like objects: what its columns hold, and the first rows. */
export function TableView({ table: { count, columns, moreColumns, rows } }: { table: Table }) {
  const rest = rows.slice(ROWS_SHOWN);
  const unseen = count - rows.length;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section aria-label={counted(count, "row")} tabIndex={0} className={BOX}>
        <table className={TABLE}>
          <Head columns={columns} summary rows={count} />
          <tbody>
            <Rows rows={rows.slice(0, ROWS_SHOWN)} from={1} />
          </tbody>
        </table>
        {rest.length > 0 ? (
          <details>
            <summary className="cursor-pointer px-2.5 py-1.5 text-accent">
              Show {counted(rest.length, "more row")}
            </summary>
            <table className={TABLE}>
              <Head columns={columns} summary={false} rows={count} />
              <tbody>
                <Rows rows={rest} from={ROWS_SHOWN + 1} />
              </tbody>
            </table>
          </details>
        ) : null}
      </section>
      {unseen > 0 || moreColumns > 0 ? (
        <p className="text-fg-muted text-xs">
          Only in the exact arguments:{" "}
          {[
            unseen > 0 ? counted(unseen, "more row") : "",
            moreColumns > 0 ? counted(moreColumns, "more column") : "",
          ]
            .filter((one) => one !== "")
            .join(" and ")}
          . The figures count all {count.toLocaleString("en")} rows.
        </p>
      ) : null}
    </>
  );
}
