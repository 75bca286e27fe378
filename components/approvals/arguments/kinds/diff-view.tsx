import { DiffBlocks } from "@/components/ui/text/line-diff";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { FileDiff } from "@/lib/arguments/kinds/types";

/** A change of a file, line by line. */
export function DiffView({ diff: { file, blocks, added, removed, cut } }: { diff: FileDiff }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-sm wrap-anywhere">
        {file === null ? null : <Untrusted mono>{file}</Untrusted>}{" "}
        <span className="text-fg-muted text-xs">
          {counted(added, "line added", "lines added")}, {counted(removed, "line removed", "lines removed")}
        </span>
      </p>
      <DiffBlocks blocks={blocks} label="Difference" />
      {cut ? (
        <p className="text-fg-muted text-xs">The start of a long diff. The rest is in the exact arguments.</p>
      ) : null}
    </div>
  );
}
