import { callsSince } from "@/components/signals/health/failed-by";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { shareText } from "@/components/words/health";
import type { ToolBoundaries } from "@/lib/signals/boundaries/types";
import type { ToolView } from "@/lib/tools/catalogue/types";

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

const UTTERANCE_SHOWN = 300;

function Corrections({ corrections }: Pick<ToolBoundaries, "corrections">) {
  if (corrections.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {corrections.map(({ id, utterance, sessionId, at }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-2">
          <q className="italic">
            <Untrusted limit={UTTERANCE_SHOWN}>{utterance}</Untrusted>
          </q>
          <span className="text-xs text-fg-muted">
            a user, <Time value={at} form="relative" />
          </span>
          {sessionId && (
            <Link
              href={`/rationales?${new URLSearchParams({ session: sessionId })}`}
              className={`${LINK} text-xs`}
            >
              The session
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * How often results were unhelpful: the tool's own statement, agents' reports, users' corrections.
 */
export function LittleUse({ tool, found }: { tool: ToolView; found: ToolBoundaries }) {
  const { own, reports, corrections, sessions, repeated, rate } = found.utility;
  if (own + reports + corrections === 0)
    return <p className="text-sm text-fg-muted">No result was reported as unhelpful.</p>;
  return (
    <Card className="flex flex-col gap-2 text-sm">
      <h3 className="font-bold">Results of little use</h3>
      <p>
        <Link href={callsSince(tool.name, found.since, { outcome: "low_utility" })} className={LINK}>
          {`${counted(own, "call")} by the tool’s own word`}
        </Link>
        {" (each counts once), "}
        <Link href={`/feedback?${new URLSearchParams({ tool: tool.name })}`} className={LINK}>
          {counted(reports, "report by agents", "reports by agents")}
        </Link>
        {` (1.5 times), ${counted(corrections, "correction by users", "corrections by users")} (3 times). `}
        {`In ${counted(sessions, "session")}; at least ${shareText(rate.lower)} of its calls, with 95 % confidence. `}
        {repeated
          ? "That is repeated: such calls count as failed in its health."
          : "That is not repeated: it needs three sessions and 5 %."}
      </p>
      <Corrections corrections={found.corrections} />
    </Card>
  );
}
