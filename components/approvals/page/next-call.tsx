import Link from "next/link";
import { PAGE } from "@/components/copy/approvals/page";
import type { QueueFilter, QueueRow } from "@/lib/approvals/queue/schema";
import { rowHref } from "../queue/links";
import { Said } from "../said";

/** Where to go on after a decision, where no list stands beside the call. */
export function NextCall({ row, filter }: { row: QueueRow | undefined; filter: QueueFilter }) {
  if (!row) return <p className="text-fg-muted text-sm lg:hidden">{PAGE.nothingElse}</p>;
  return (
    <Link
      href={rowHref(row.id, filter)}
      className="flex min-h-12 items-center gap-1.5 font-medium text-accent text-sm hover:underline lg:hidden"
    >
      <span className="shrink-0">{PAGE.next}</span>
      <span className="line-clamp-2 wrap-anywhere">
        <Said text={row.headline} />
      </span>
    </Link>
  );
}
