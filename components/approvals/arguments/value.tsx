import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { START_CHARS } from "@/lib/arguments/folding";
import { needsQuotes } from "@/lib/arguments/leaves";
import { isSecret, maskSecret } from "@/lib/arguments/secrets";
import type { ArgumentLeaf, Fold } from "@/lib/arguments/types";
import { lookAlike } from "@/lib/core/text/look-alike";
import type { DiffRun } from "@/lib/core/text/types";

/** A value that starts hidden because its name marks it as a secret. */
export function Masked({ length, children }: { length: number; children: React.ReactNode }) {
  return (
    <details className="inline-block align-top">
      <summary className="list-none rounded-chip text-fg-muted">
        <span aria-hidden className="mono">
          ••••••••
        </span>{" "}
        <span className="text-xs">{`hidden, ${counted(length, "character", "characters")}`}</span>{" "}
        <span className="text-accent text-xs underline underline-offset-2">Show</span>
      </summary>
      {children}
    </details>
  );
}

/** The label that opens a long value. */
export function showAll(chars: number): string {
  return `Show all ${chars.toLocaleString("en")} characters`;
}

/** Marks a fold that the viewer has to open before approving. */
export function MustOpen() {
  return <span className="text-fg-muted"> · open it before you approve</span>;
}

/**
 * A long value, folded after its first lines. The action bar finds it by `data-fold` and waits
 * until required ones are open.
 */
export function Folded({
  fold,
  leaf,
  children,
}: {
  /** Null if approval does not wait for it. */
  fold: Fold | null;
  leaf: ArgumentLeaf;
  children: React.ReactNode;
}) {
  return (
    <details data-fold={fold?.id} className="group/fold">
      <summary className="cursor-pointer rounded-chip py-1 text-sm">
        {isSecret(leaf.keys) ? null : (
          <span className="line-clamp-3 text-fg group-open/fold:hidden">
            <Untrusted lines="marked" limit={START_CHARS}>
              {leaf.text}
            </Untrusted>
          </span>
        )}
        <span className="text-accent">{showAll(leaf.text.length)}</span>
        {fold?.must ? <MustOpen /> : null}
      </summary>
      {children}
      {fold?.must ? <span data-part="arguments" className="block" /> : null}
    </details>
  );
}

/** Marks a missing argument, which differs from null and empty text. */
export function Absent() {
  return <em className="text-fg-muted">absent</em>;
}

function Run({ run }: { run: DiffRun }) {
  const said = <Untrusted lines="marked">{run.text}</Untrusted>;
  if (run.op === "removed") return <del className="bg-risk-high-bg">{said}</del>;
  if (run.op === "added") return <ins className="font-bold underline-offset-[3px]">{said}</ins>;
  return said;
}

function Words({ runs, side }: { runs: readonly DiffRun[]; side: "removed" | "added" }) {
  return runs
    .filter((run) => run.op === "same" || run.op === side)
    .map((run, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one comparison never move
      <Run key={index} run={run} />
    ));
}

function Literal({ leaf }: { leaf: ArgumentLeaf }) {
  if (leaf.kind !== "string") {
    return (
      <span className="mono">
        <Untrusted>{leaf.text}</Untrusted>
      </span>
    );
  }
  if (leaf.text === "") {
    return (
      <span className="mono">
        "" <span className="font-sans text-xs text-fg-subtle">empty text</span>
      </span>
    );
  }
  const quote = needsQuotes(leaf.text) ? '"' : "";
  // Sentences use the text face. Ids and codes use mono, where glyphs differ clearly.
  return (
    <span className={/\s/.test(leaf.text) && !quote ? undefined : "mono"}>
      {quote}
      <Untrusted lines="marked" edges>
        {leaf.text}
      </Untrusted>
      {quote}
    </span>
  );
}

/** One value as sent, with secrets hidden and look-alike words explained below. */
export function Value({
  leaf,
  words = null,
  side = "added",
}: {
  leaf: ArgumentLeaf;
  words?: readonly DiffRun[] | null;
  side?: "removed" | "added";
}) {
  // Splitting into words would hide spaces at the ends.
  const byWord = words && !isSecret(leaf.keys) && leaf.text === leaf.text.trim();
  const shown = byWord ? <Words runs={words} side={side} /> : <Literal leaf={leaf} />;
  const suspects = leaf.kind === "string" ? lookAlike(leaf.text) : [];
  const secret = maskSecret(leaf.keys, leaf.text);
  return (
    <>
      {secret ? <Masked length={secret.length}>{shown}</Masked> : shown}
      {suspects.length > 0 && !secret ? (
        <span className="mt-1 block text-xs text-risk-high">
          <b className="font-bold">Look twice:</b>{" "}
          {[...new Set(suspects.slice(0, 5).map((one) => one.reason))].join("; ")}.
        </span>
      ) : null}
    </>
  );
}
