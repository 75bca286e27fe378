import type { ReactNode } from "react";
import { annotate } from "@/lib/core/text/annotate";
import { codePointName } from "@/lib/core/text/code-points";
import type { TextSegment } from "@/lib/core/text/types";
import { classNames } from "../class-names";

type Lines = boolean | "marked";

/**
 * The one part for text of agents, gateways, servers and people: never read as markup, kept apart from the direction of our
 * own text, with every hidden character written out and look-alike words marked. Its child is the text alone.
 */
export function Untrusted({
  children: text,
  mono = false,
  lines = false,
  edges = false,
  limit = Number.POSITIVE_INFINITY,
  className,
}: {
  children: string;
  /** For ids and names, where every glyph counts. */
  mono?: boolean;
  /** Keeps line breaks; "marked" writes them out as well, where the exact characters matter. */
  lines?: Lines;
  /** Shows spaces at the ends. */
  edges?: boolean;
  /** Characters shown of a longer text. */
  limit?: number;
  className?: string;
}) {
  const segments = annotate(cut(text, limit), { edges });
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
      {segments.map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of one text never move
        <Segment key={index} segment={segment} lines={lines} />
      ))}
      {text.length > limit && "…"}
    </Part>
  );
}

/** The start of a text, with no character cut in two. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit);
  return start.isWellFormed() ? start : start.slice(0, -1);
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

/** What an agent, tool or server claims: a quote with a caption, never in our own style. */
export function UntrustedQuote({
  caption,
  title,
  children,
}: {
  title: ReactNode;
  caption: ReactNode;
  children: ReactNode;
}) {
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-2 text-sm font-bold">
        {title}
        <span className="text-xs font-normal text-fg-subtle">{caption}</span>
      </figcaption>
      <blockquote
        dir="auto"
        className="foreign border-l-3 border-border-strong py-0.5 pl-3 whitespace-pre-wrap"
      >
        {children}
      </blockquote>
    </figure>
  );
}
