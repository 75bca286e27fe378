"use client";

import { type Ref, useRef } from "react";
import { Textarea } from "@/components/ui/field";

// The same for the text and for what is behind it, so that lines are at the same height.
const TYPE = "mono text-sm leading-5 max-sm:text-lg max-sm:leading-7";

/** A text area with line numbers, on which lines are marked. */
export function NumberedArea({
  ref,
  text,
  marked,
  onType,
  ...described
}: {
  ref: Ref<HTMLTextAreaElement>;
  text: string;
  /** Lines with an error, from 1. */
  marked: readonly number[];
  onType: (text: string) => void;
  "aria-label": string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}) {
  const behind = useRef<HTMLDivElement>(null);
  const lines = text.split("\n").length;
  const width = `${String(lines).length + 2}ch`;
  return (
    <div className={`relative ${TYPE}`}>
      <div ref={behind} aria-hidden className="absolute inset-0 overflow-hidden">
        {/* Below the last line there is room for a scrollbar of the text area. */}
        <div className="relative py-1.5 pb-12">
          {marked.map((line) => (
            <div
              key={line}
              data-marked-line={line}
              className="absolute inset-x-0 h-[1lh] bg-risk-high-bg"
              style={{ top: `calc(${line - 1} * 1lh + 0.375rem)` }}
            />
          ))}
          <pre
            className="relative pr-[1ch] text-right text-fg-muted select-none"
            style={{ width, font: "inherit" }}
          >
            {Array.from({ length: lines }, (_, at) => at + 1).join("\n")}
          </pre>
        </div>
      </div>
      <div style={{ marginLeft: width }} className="relative border-border border-l">
        <Textarea
          ref={ref}
          {...described}
          rows={22}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onScroll={({ currentTarget }) => behind.current?.scrollTo({ top: currentTarget.scrollTop })}
          className={`${TYPE} block border-0 bg-transparent!`}
        />
      </div>
    </div>
  );
}
