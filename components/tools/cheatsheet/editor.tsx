"use client";

import { lazy, Suspense, useDeferredValue, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { describe, FieldErrorText, Textarea } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Untrusted } from "@/components/ui/text/untrusted";
import { EDITOR } from "@/components/words/cheatsheets";
import type { SheetView } from "@/lib/tools/cheatsheet/types";
import { MarkdownView } from "./markdown-view";
import { type PublishAction, useSheet } from "./use-sheet";

const LineDiff = lazy(async () => ({ default: (await import("@/components/ui/text/line-diff")).LineDiff }));

type Side = "write" | "read";

/** Writes a cheatsheet: the text beside how people read it. */
export function SheetEditor({
  sheet,
  tools,
  publish,
  loaded,
  bytesMax,
}: {
  sheet: SheetView;
  tools: number;
  bytesMax: number;
  publish: PublishAction;
  /** A text of before, to start from. */
  loaded: { version: number; markdown: string } | null;
}) {
  const editor = useSheet(sheet, publish);
  const [side, setSide] = useState<Side>("write");
  const shown = useDeferredValue(editor.text);
  const { published } = sheet;
  const bytes = new TextEncoder().encode(editor.text).length;
  const tooLarge = bytes > bytesMax;
  const error = tooLarge ? EDITOR.tooLarge(bytesMax) : editor.problem?.fields.markdown;
  return (
    <div className="flex flex-col gap-3">
      {editor.stale && (
        <Stale sheet={sheet} mine={editor.text} onKeep={editor.rebase} onTake={editor.discard} />
      )}
      {editor.restored && !editor.stale && (
        <Banner
          icon="edit"
          action={
            <Button size="sm" onClick={editor.discard}>
              {EDITOR.discard}
            </Button>
          }
        >
          {EDITOR.draft}
        </Banner>
      )}
      {loaded && loaded.markdown !== editor.text && (
        <Banner
          action={
            <Button size="sm" onClick={() => editor.write(loaded.markdown)}>
              {EDITOR.load}
            </Button>
          }
        >
          {EDITOR.version(loaded.version)}
        </Banner>
      )}
      <Segmented
        legend={EDITOR.views}
        name="side"
        value={side}
        onChange={setSide}
        options={[
          { value: "write", label: EDITOR.write },
          { value: "read", label: EDITOR.read },
        ]}
        className="self-start lg:hidden"
      />
      <div className="grid gap-3 lg:grid-cols-2">
        <div className={side === "write" ? "flex flex-col gap-1" : "flex flex-col gap-1 max-lg:hidden"}>
          <label htmlFor="markdown" className="text-xs text-fg-muted">
            {EDITOR.text}
          </label>
          <Textarea
            {...describe("markdown", { error })}
            value={editor.text}
            onChange={(event) => editor.write(event.target.value)}
            spellCheck={false}
            dir="auto"
            className="mono h-[60vh] min-h-72 resize-y text-xs! leading-5!"
          />
          {error && <FieldErrorText id="markdown-error">{error}</FieldErrorText>}
        </div>
        <div className={side === "read" ? "flex flex-col gap-1" : "flex flex-col gap-1 max-lg:hidden"}>
          <span className="text-xs text-fg-muted">
            {EDITOR.preview}. {EDITOR.previewNote}
          </span>
          <section
            aria-label={EDITOR.preview}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
            tabIndex={0}
            className="h-[60vh] min-h-72 overflow-y-auto rounded-control border border-border bg-surface px-4 py-3"
          >
            {shown.trim() === "" ? (
              <p className="text-sm text-fg-subtle">{EDITOR.previewEmpty}</p>
            ) : (
              <MarkdownView text={shown} />
            )}
          </section>
        </div>
      </div>
      {!editor.problem?.fields.markdown && <ActNotice problem={editor.problem} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          icon="send"
          onClick={() => void editor.send()}
          pending={editor.pending}
          pendingLabel={EDITOR.publishing}
          disabled={!editor.dirty || editor.stale || tooLarge || editor.text === ""}
        >
          {EDITOR.publish}
        </Button>
        <span className="tnum text-xs text-fg-muted">{EDITOR.size(bytes, bytesMax)}</span>
        <span className="text-xs text-fg-muted">
          {published && !editor.dirty ? EDITOR.unchanged : EDITOR.reach(tools)}
        </span>
      </div>
    </div>
  );
}

function Stale({
  sheet,
  mine,
  onKeep,
  onTake,
}: {
  sheet: SheetView;
  mine: string;
  onKeep: () => void;
  onTake: () => void;
}) {
  const { published } = sheet;
  return (
    <div className="flex flex-col gap-2">
      <Banner role="alert" icon="users">
        <Untrusted>{published ? EDITOR.stale(published.updatedBy) : EDITOR.staleNone}</Untrusted>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onTake}>
            {EDITOR.takeTheirs}
          </Button>
          <Button size="sm" onClick={onKeep}>
            {EDITOR.keepMine}
          </Button>
        </span>
      </Banner>
      <Suspense fallback={null}>
        <LineDiff before={published?.markdown ?? ""} after={mine} label={EDITOR.diff} />
      </Suspense>
    </div>
  );
}
