import { codePointName } from "@/lib/core/text/code-points";
import type { ShownText, TextSegment } from "@/lib/core/text/types";
import { classNames } from "../class-names";

export type Lines = boolean | "marked";

/** Other people's text that is already marked (`Untrusted` does both), for rows sent as data. */
export function Shown({
  text,
  more = false,
  mono = false,
  lines = false,
  className,
}: {
  text: ShownText;
  /** Whether the text was truncated. */
  more?: boolean;
  mono?: boolean;
  lines?: Lines;
  className?: string;
}) {
  const Part = mono ? "code" : "bdi";
  return (
    <Part
      dir={mono ? "ltr" : "auto"}
      className={classNames(
        mono ? "foreign mono" : "foreign",
        lines !== false && "whitespace-pre-wrap",
        className,
      )}
    >
      {typeof text === "string"
        ? text
        : text.map((segment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the segments of one text never move
            <Segment key={index} segment={segment} lines={lines} />
          ))}
      {more ? "…" : null}
    </Part>
  );
}

function Segment({ segment, lines }: { segment: TextSegment; lines: Lines }) {
  if (segment.kind === "escape") {
    const isBreak = lines !== false && segment.text === "\n";
    if (isBreak && lines === true) return "\n";
    return (
      <>
        <span
          className="rounded-[3px] bg-risk-high-bg px-px mono text-risk-high"
          title={codePointName(segment.text)}
        >
          {segment.label}
        </span>
        {isBreak && "\n"}
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
