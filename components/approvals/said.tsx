import type { TextSegment } from "@/lib/core/text/hidden";
import { annotate, lookAlike } from "@/lib/core/text/hidden";

type Lines = boolean | "marked";

function Segment({ segment, lines }: { segment: TextSegment; lines: Lines }) {
  if (segment.kind === "escape") {
    if (lines === true && segment.text === "\n") return "\n";
    return (
      <>
        <span className="rounded-[3px] bg-risk-high-bg px-px mono text-risk-high" title={segment.name}>
          {segment.label}
        </span>
        {lines && segment.text === "\n" ? "\n" : null}
      </>
    );
  }
  if (segment.kind === "suspect") {
    return (
      <span
        className="rounded-[3px] bg-risk-high-bg decoration-risk-high decoration-wavy underline underline-offset-4"
        title={segment.reason}
      >
        {segment.text}
      </span>
    );
  }
  return segment.text;
}

/**
 * Text of an agent, gateway or server: never read as markup, kept apart from the direction of our own text, with every
 * hidden character written out and look-alike words marked. `lines` keeps its line breaks, "marked" also writes them out,
 * where the exact characters matter; `edges` shows spaces at its ends.
 */
export function Said({
  text,
  lines = false,
  edges = false,
}: {
  text: string;
  lines?: Lines;
  edges?: boolean;
}) {
  const segments = annotate(text, { edges });
  return (
    <bdi className={lines ? "foreign whitespace-pre-wrap" : "foreign"}>
      {segments.map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of one text never move
        <Segment key={index} segment={segment} lines={lines} />
      ))}
    </bdi>
  );
}

/** One line per look-alike word of the texts, with the reason. Nothing when there is none. */
export function LookAlikeNotes({ texts }: { texts: readonly (string | null | undefined)[] }) {
  const reasons = new Map<string, string>();
  for (const text of texts) {
    for (const found of lookAlike(text ?? "")) reasons.set(found.word, found.reason);
  }
  if (reasons.size === 0) return null;
  return (
    <ul className="mt-2 flex flex-col gap-1 text-xs text-risk-high">
      {[...reasons].map(([word, reason]) => (
        <li key={word}>
          <b className="font-bold">Look twice:</b> “<Said text={word} />” <bdi>{reason}</bdi>.
        </li>
      ))}
    </ul>
  );
}
