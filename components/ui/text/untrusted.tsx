import type { ReactNode } from "react";
import { shownText } from "@/lib/core/text/annotate";
import { type Lines, Shown } from "./revealed-text";

/**
 * Renders text of agents, gateways, servers and people. It is never markup and cannot change the
 * direction of our text. Hidden characters are spelled out, look-alike words marked. Its child is
 * the text alone.
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
  /** Keeps line breaks; "marked" also spells them out. */
  lines?: Lines;
  /** Shows spaces at the ends. */
  edges?: boolean;
  /** Maximum characters shown. */
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

/** The start of a text, without splitting a character. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.slice(0, limit);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

/** A claim of an agent, tool or server: a quote with a caption, never in our own style. */
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
