import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { Sql, SqlKind, SqlLine } from "@/lib/arguments/kinds/types";

const LINES_SHOWN = 80;
const LAID_LINES_MAX = 500;

const LOOKS: Record<SqlKind, string | undefined> = {
  keyword: "font-bold text-accent",
  text: "text-ok",
  comment: "text-fg-muted italic",
  plain: undefined,
};

function Lines({ lines }: { lines: readonly SqlLine[] }) {
  return lines.map(({ indent, runs }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one statement never move
    <span key={index} className="block">
      {"  ".repeat(indent)}
      {runs.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Untrusted key={at} lines className={LOOKS[kind]}>
          {text}
        </Untrusted>
      ))}
    </span>
  ));
}

const BOX = "block whitespace-pre-wrap mono leading-5 wrap-anywhere";

/** SQL in lines, lightly coloured. Statements that change every row are said above the views. */
export function SqlView({ sql: { lines, start } }: { sql: Sql }) {
  const rest = lines.slice(LINES_SHOWN, LAID_LINES_MAX);
  return (
    <div className="rounded-card border border-border bg-surface px-3 py-2.5 text-sm">
      {start === null ? (
        <code dir="ltr" className={BOX}>
          <Lines lines={lines.slice(0, LINES_SHOWN)} />
        </code>
      ) : (
        <>
          <code dir="ltr" className={BOX}>
            <Untrusted lines>{start}</Untrusted>…
          </code>
          <p className="mt-1.5 text-fg-muted text-xs">
            The start of a text too long to lay out. The rest is in the exact arguments.
          </p>
        </>
      )}
      {rest.length > 0 ? (
        <details className="mt-1.5">
          <summary className="cursor-pointer rounded-chip py-1 text-accent">
            Show {counted(rest.length, "more line", "more lines")}
          </summary>
          <code dir="ltr" className={BOX}>
            <Lines lines={rest} />
          </code>
        </details>
      ) : null}
      {lines.length > LAID_LINES_MAX ? (
        <p className="mt-1.5 text-fg-muted text-xs">
          {counted(lines.length - LAID_LINES_MAX, "more line is", "more lines are")} only in the exact
          arguments.
        </p>
      ) : null}
    </div>
  );
}
