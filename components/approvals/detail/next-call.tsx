import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import type { QueueRow } from "@/lib/approvals/queue/types";

const LINK =
  "flex min-h-8 items-center gap-1.5 font-medium text-accent text-sm hover:underline max-lg:min-h-12";

/** Link to the next call after a decision; takes the focus. */
export function NextCall({
  row,
  filter,
  whole,
}: {
  row: QueueRow | undefined;
  filter: QueueFilter;
  /** Whether the list has one page only, so that nothing waits elsewhere. */
  whole: boolean;
}) {
  if (!row && whole)
    return (
      <p data-next tabIndex={-1} className="text-fg-muted text-sm">
        Nothing else waits in this list.
      </p>
    );
  if (!row)
    return (
      <Link data-next href={queueList.link(filter)} className={LINK}>
        Back to the list
      </Link>
    );
  return (
    <Link data-next href={queueList.rowLink(filter, row.id)} className={LINK}>
      <span className="shrink-0">Next:</span>
      <span className="line-clamp-2 wrap-anywhere">
        <Untrusted>{row.headline}</Untrusted>
      </span>
    </Link>
  );
}
