import { Untrusted } from "@/components/ui/text/untrusted";
import { FOLD_BYTES } from "@/lib/arguments/folding";
import { secretSpans } from "@/lib/arguments/secrets";
import { parseJson } from "@/lib/core/json/parse";
import { Masked, showAll } from "./value";

function pieces(text: string): { text: string; secret: number | null }[] {
  const found: { text: string; secret: number | null }[] = [];
  let at = 0;
  for (const span of secretSpans(parseJson(text))) {
    found.push({ text: text.slice(at, span.start), secret: null });
    found.push({ text: text.slice(span.start, span.end), secret: span.length });
    at = span.end;
  }
  found.push({ text: text.slice(at), secret: null });
  return found.filter((piece) => piece.text !== "");
}

/**
 * The exact bytes that would run, with secrets hidden until opened. Opening it counts for every
 * fold.
 */
export function RawArguments({ text, sha256 }: { text: string; sha256: string }) {
  const body = (
    <pre className="overflow-x-auto whitespace-pre-wrap p-3 mono leading-5 wrap-anywhere">
      {pieces(text).map((piece, index) =>
        piece.secret === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <Untrusted key={index} lines="marked">
            {piece.text}
          </Untrusted>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Masked key={index} length={piece.secret}>
            <Untrusted lines="marked">{piece.text}</Untrusted>
          </Masked>
        ),
      )}
    </pre>
  );
  return (
    <section
      aria-label="The exact arguments as they were sent"
      className="overflow-hidden rounded-card border border-border bg-surface"
    >
      {text.length > FOLD_BYTES ? (
        <details data-fold="*">
          <summary className="cursor-pointer px-3 py-2 text-sm text-accent">{showAll(text.length)}</summary>
          {body}
          <span data-part="arguments" className="block" />
        </details>
      ) : (
        body
      )}
      <p
        data-part={text.length > FOLD_BYTES ? undefined : "arguments"}
        className="border-border border-t px-3 py-2 text-xs text-fg-subtle"
      >
        SHA-256 of the canonical form <code className="wrap-anywhere">{sha256}</code>
      </p>
    </section>
  );
}
