import { counted } from "@/components/words/counts";
import { type DiffBlock, type DiffLine, lineBlocks } from "@/lib/core/text/line-diff";
import { classNames } from "../class-names";
import { Untrusted } from "./untrusted";

/** A line diff of two texts, with numbers and signs; long unchanged runs fold. */
export function LineDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const blocks = lineBlocks(before, after);
  const same = blocks.every((block) => block.lines.every((line) => line.op === "same"));
  if (same) return <p className="text-sm text-fg-muted">Both are the same.</p>;
  return <DiffBlocks blocks={blocks} label={label} />;
}

/** Blocks of a diff that is already computed. */
export function DiffBlocks({ blocks, label }: { blocks: readonly DiffBlock[]; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      className="max-h-[32rem] overflow-auto rounded-card border border-border bg-surface"
    >
      <div dir="ltr" className="mono min-w-max py-1 text-sm leading-5">
        {blocks.map((block, index) =>
          block.folded ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one comparison never move
            <details key={index}>
              <summary className="list-none bg-sunken px-3 py-1 font-sans text-xs text-fg-muted hover:text-fg">
                <span aria-hidden>⋯ </span>
                {counted(block.lines.length, "unchanged line", "unchanged lines")}
              </summary>
              <Lines lines={block.lines} />
            </details>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one comparison never move
            <Lines key={index} lines={block.lines} />
          ),
        )}
      </div>
    </section>
  );
}

const SIGNS = { same: " ", removed: "−", added: "+" };
const LOOKS = { same: "", removed: "bg-risk-high-bg", added: "bg-ok-bg" };

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  return lines.map((line) => (
    <div
      key={`${line.before ?? ""}:${line.after ?? ""}`}
      className={classNames("flex whitespace-pre", LOOKS[line.op])}
    >
      <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-fg-muted select-none">
        {line.before}
      </span>
      <span aria-hidden className="w-10 shrink-0 pr-2 text-right text-fg-muted select-none">
        {line.after}
      </span>
      <span
        aria-hidden
        className={classNames(
          "w-5 shrink-0 font-bold select-none",
          line.op === "added" ? "text-ok" : "text-risk-high",
        )}
      >
        {SIGNS[line.op]}
      </span>
      {line.op !== "same" && <span className="sr-only">{line.op === "added" ? "added:" : "removed:"} </span>}
      <Untrusted className="pr-3">{line.text || " "}</Untrusted>
    </div>
  ));
}
