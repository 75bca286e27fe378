import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { SettingHistory } from "@/lib/insights/types";

/** Who changed a setting last, and where the rest of its story is. */
export function ChangedBy({ change, tenantId }: { change: SettingHistory | undefined; tenantId: string }) {
  if (!change) return <span>Never changed</span>;
  return (
    <>
      <span>
        Changed by <Untrusted>{change.by}</Untrusted> <Time value={change.at} form="relative" />
      </span>
      <Link
        href={`/activity?subject=tenant:${tenantId}`}
        className="underline-offset-2 hover:underline max-sm:py-2"
      >
        See its activity
      </Link>
    </>
  );
}
