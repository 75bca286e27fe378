import Link from "next/link";
import { PAGE } from "@/components/words/approvals/page";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import type { QueueRow } from "@/lib/approvals/queue/types";
import { Said } from "../said";

const LINK = "flex min-h-12 items-center gap-1.5 font-medium text-accent text-sm hover:underline lg:hidden";

/** Where to go on after a decision, where no list stands beside the call. */
export function NextCall({
  row,
  filter,
  whole,
}: {
  row: QueueRow | undefined;
  filter: QueueFilter;
  /** Whether the list has no other pages, on which something may wait. */
  whole: boolean;
}) {
  if (!row && whole) return <p className="text-fg-muted text-sm lg:hidden">{PAGE.nothingElse}</p>;
  if (!row)
    return (
      <Link href={queueList.link(filter)} className={LINK}>
        {PAGE.toList}
      </Link>
    );
  return (
    <Link href={queueList.rowLink(filter, row.id)} className={LINK}>
      <span className="shrink-0">{PAGE.next}</span>
      <span className="line-clamp-2 wrap-anywhere">
        <Said text={row.headline} />
      </span>
    </Link>
  );
}
