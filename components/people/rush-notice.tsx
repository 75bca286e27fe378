import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Rush } from "@/lib/approvals/types";
import { trailList } from "@/lib/insights/trail/list";

/** A person approved faster than anyone can read; links to the rows that show it. */
export function RushNotice({ userId, rush }: { userId: string; rush: Rush }) {
  const { calls, presses, since, until } = rush;
  const trail = { actor: userId, action: "approval", since: since.toISOString(), until: until.toISOString() };
  return (
    <Link href={trailList.link(trail)} className="inline-block min-h-6 text-accent hover:underline">
      Approved {calls.toLocaleString("en")} calls
      {presses < calls && ` with ${presses.toLocaleString("en")} presses`} within a minute (
      <Time value={since} focusable={false} />)
    </Link>
  );
}
