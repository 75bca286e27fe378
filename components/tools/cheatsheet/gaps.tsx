"use client";

import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { revealedText } from "@/lib/core/text/reveal";
import type { SheetGap, SheetReport } from "@/lib/signals/cheatsheets/types";

// The start of an error is enough for a cheatsheet.
const MESSAGE_MAX = 300;

/** A cheatsheet line. The error is someone else's text, so it becomes plain words on one line. */
export function gapLine({ tool, field, message }: SheetGap): string {
  const plain = (text: string) => revealedText(text.replace(/[`\s]+/g, " ").trim());
  return `- \`${plain(tool)}\`, \`${plain(field)}\`: ${plain(message).slice(0, MESSAGE_MAX)}`;
}

/** Frequent errors and reports, as a start for the text. Adding a line publishes nothing. */
export function SheetGaps({
  gaps,
  reports,
  text,
  onWrite,
}: {
  gaps: readonly SheetGap[];
  reports: readonly SheetReport[];
  text: string;
  onWrite: (text: string) => void;
}) {
  if (gaps.length === 0 && reports.length === 0) return null;
  return (
    <Section
      id="gaps"
      title="What agents get wrong"
      description="From refused calls of the last 14 days and open reports of the last 90. The words are those of servers and agents, not verified: check a line before you publish it."
    >
      <Card flush>
        <ul>
          {gaps.map((gap) => (
            <li
              key={JSON.stringify([gap.tool, gap.field])}
              className="flex flex-wrap items-start gap-x-3 gap-y-1.5 border-border px-3.5 py-2.5 text-sm not-first:border-t"
            >
              <span className="min-w-0 flex-1 basis-64">
                <Untrusted mono>{gap.tool}</Untrusted>, <Untrusted mono>{gap.field}</Untrusted>
                <span className="block text-xs text-fg-muted italic">
                  <Untrusted>{gap.message.slice(0, MESSAGE_MAX)}</Untrusted>
                </span>
              </span>
              <span className="tnum text-xs text-fg-muted">{counted(gap.calls, "refused call")}</span>
              <AddLine gap={gap} text={text} onWrite={onWrite} />
            </li>
          ))}
          {reports.map(({ id, title, reports: count }) => (
            <li
              key={id}
              className="flex flex-wrap items-start gap-x-3 gap-y-1.5 border-border px-3.5 py-2.5 text-sm not-first:border-t"
            >
              <Link
                href={`/feedback/${id}`}
                className="inline-flex min-h-6 min-w-0 flex-1 basis-64 items-center underline-offset-2 hover:underline"
              >
                <Untrusted>{title}</Untrusted>
              </Link>
              <span className="tnum text-xs text-fg-muted">{counted(count, "report")}</span>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function AddLine({ gap, text, onWrite }: { gap: SheetGap; text: string; onWrite: (text: string) => void }) {
  const line = gapLine(gap);
  if (text.includes(line)) return <span className="text-xs text-fg-muted">In the text</span>;
  return (
    <Button
      size="sm"
      onClick={() => onWrite(`${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`)}
      aria-label={`Add a line on ${revealedText(gap.field)} of ${revealedText(gap.tool)}`}
    >
      Add to the text
    </Button>
  );
}
