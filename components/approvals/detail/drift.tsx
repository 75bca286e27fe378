import { Changes } from "@/components/tools/detail/versions";
import { Link } from "@/components/ui/link";
import { counted } from "@/components/words/counts";
import type { ApprovalView } from "@/lib/approvals/detail/types";

/**
 * Changes of the tool's schema since the last approved call, folded; both texts in full one level
 * deeper.
 */
export function Drift({
  drift: { toolId, from, changes },
  version,
}: {
  drift: NonNullable<ApprovalView["server"]["changedSinceLastApproval"]>;
  version: number | null;
}) {
  const to = version ?? from;
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer font-medium text-risk-high max-sm:min-h-12 max-sm:py-3">
        The tool’s definition changed since the last approved call: {counted(changes.length, "change")}
      </summary>
      <div className="flex flex-col items-start gap-1.5 py-1.5">
        <p className="text-xs text-fg-muted">
          {`Version ${from.toLocaleString("en")} to version ${to.toLocaleString("en")}, written by the server`}
        </p>
        <div className="w-full">
          <Changes changes={changes} />
        </div>
        <Link
          href={`/tools/${toolId}/versions?from=${from}&to=${to}`}
          className="inline-flex min-h-6 items-center text-accent hover:underline max-sm:min-h-12"
        >
          Both definitions, line by line
        </Link>
      </div>
    </details>
  );
}
