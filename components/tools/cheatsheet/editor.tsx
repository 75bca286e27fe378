"use client";

import { useDeferredValue, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DraftNotice } from "@/components/ui/draft/draft-notice";
import { describe, FieldErrorText, Textarea } from "@/components/ui/field";
import { openedPart } from "@/components/ui/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { Untrusted } from "@/components/ui/text/untrusted";
import { kib } from "@/components/words/cheatsheets";
import { counted } from "@/components/words/counts";
import type { SheetGap, SheetReport } from "@/lib/signals/cheatsheets/types";
import type { SheetView } from "@/lib/tools/cheatsheet/types";
import { CHEATSHEET_BYTES_MAX } from "@/lib/tools/types";
import { SheetGaps } from "./gaps";
import { MarkdownView } from "./markdown-view";
import { useSheet } from "./use-sheet";

const LineDiff = openedPart(() => import("@/components/ui/text/line-diff").then((part) => part.LineDiff));

type Side = "write" | "read";

/** An earlier text to start from. */
type Loaded = { version: number; markdown: string };

/** Edits a cheatsheet next to its preview. */
export function SheetEditor({
  sheet,
  tools,
  loaded,
  gaps,
  reports,
}: {
  sheet: SheetView;
  tools: number;
  loaded: Loaded | null;
  gaps: readonly SheetGap[];
  reports: readonly SheetReport[];
}) {
  const editor = useSheet(sheet);
  const [side, setSide] = useState<Side>("write");
  const shown = useDeferredValue(editor.text);
  const error =
    bytesOf(editor.text) > CHEATSHEET_BYTES_MAX
      ? `Too large: at most ${kib(CHEATSHEET_BYTES_MAX)}. You cannot publish it until it is shorter.`
      : editor.problem?.fields.markdown;
  return (
    <div className="flex flex-col gap-3">
      <Notices sheet={sheet} editor={editor} loaded={loaded} />
      <Segmented
        legend="Text or preview"
        name="side"
        value={side}
        onChange={setSide}
        options={[
          { value: "write", label: "Text" },
          { value: "read", label: "Preview" },
        ]}
        className="self-start lg:hidden"
      />
      <div className="grid gap-3 lg:grid-cols-2">
        <div className={side === "write" ? "flex flex-col gap-1" : "flex flex-col gap-1 max-lg:hidden"}>
          <label htmlFor="markdown" className="text-xs text-fg-muted">
            Text, in Markdown
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
          <span className="text-xs text-fg-muted">How people read it. Agents get the text itself.</span>
          <section
            aria-label="How people read it"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
            tabIndex={0}
            className="h-[60vh] min-h-72 overflow-y-auto rounded-control border border-border bg-surface px-4 py-3"
          >
            {shown.trim() === "" ? (
              <p className="text-sm text-fg-subtle">Nothing written yet.</p>
            ) : (
              <MarkdownView text={shown} />
            )}
          </section>
        </div>
      </div>
      {!editor.problem?.fields.markdown && <ActNotice problem={editor.problem} />}
      <Foot sheet={sheet} editor={editor} tools={tools} />
      <SheetGaps gaps={gaps} reports={reports} text={editor.text} onWrite={editor.write} />
    </div>
  );
}

type Editor = ReturnType<typeof useSheet>;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Notices for the writer: a newer publication, a restored draft, a loaded earlier version. */
function Notices({ sheet, editor, loaded }: { sheet: SheetView; editor: Editor; loaded: Loaded | null }) {
  return (
    <>
      {editor.stale && (
        <Stale sheet={sheet} mine={editor.text} onKeep={editor.rebase} onTake={editor.discard} />
      )}
      <DraftNotice draft={{ restored: editor.restored && !editor.stale, discard: editor.discard }} />
      {loaded && loaded.markdown !== editor.text && (
        <Banner
          action={
            <Button size="sm" onClick={() => editor.write(loaded.markdown)}>
              Load into the editor
            </Button>
          }
        >
          Version {loaded.version.toLocaleString("en")}
        </Banner>
      )}
    </>
  );
}

function Foot({ sheet, editor, tools }: { sheet: SheetView; editor: Editor; tools: number }) {
  const bytes = bytesOf(editor.text);
  const tooLarge = bytes > CHEATSHEET_BYTES_MAX;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="primary"
        icon="send"
        onClick={() => void editor.send()}
        pending={editor.pending}
        pendingLabel="Publishing…"
        disabled={!editor.dirty || editor.stale || tooLarge || editor.text === ""}
      >
        Publish
      </Button>
      <span className="tnum text-xs text-fg-muted">
        {kib(bytes)} of {kib(CHEATSHEET_BYTES_MAX)}
      </span>
      <span className="text-xs text-fg-muted">
        {sheet.published && !editor.dirty
          ? "Same as the published text"
          : `Reaches agents that use ${counted(tools, "tool")} within the hour.`}
      </span>
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
        <Untrusted>
          {published
            ? `${published.updatedBy} published another text while you were writing. Yours is kept here and was not published: compare the two.`
            : "The cheatsheet was published or removed while you were writing. Yours is kept here and was not published."}
        </Untrusted>
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onTake}>
            Take theirs
          </Button>
          <Button size="sm" onClick={onKeep}>
            Publish mine over it
          </Button>
        </span>
      </Banner>
      <LineDiff before={published?.markdown ?? ""} after={mine} label="Theirs and yours, line by line" />
    </div>
  );
}
