import type { ReactNode } from "react";
import { shownText } from "@/lib/core/text/annotate";
import { type Lines, Shown } from "./revealed-text";

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
  return (
    <Shown
      text={shownText(cut(text, limit), { edges })}
      more={text.length > limit}
      mono={mono}
      lines={lines}
      className={className}
    />
  );
}

/** The start of a text, with no character cut in two. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit);
  return start.isWellFormed() ? start : start.slice(0, -1);
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
