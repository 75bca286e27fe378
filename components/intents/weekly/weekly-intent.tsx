import { Link } from "@/components/ui/link";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { shareWords } from "@/components/words/intents";
import { callList } from "@/lib/calls/log/list";
import { WEEK_MS } from "@/lib/core/list/weeks";
import type { Weekly, WeeklyIntent, WeeklySection, WeeklyTool } from "@/lib/intents/weekly/types";
import { referredParts, unmetWords } from "@/lib/intents/weekly/words";

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/**
 * An intent's calls of a tool in the week, or in the previous week if it vanished. For failing or
 * tool-less intents, only failed calls.
 */
function rowsOf(
  intent: string,
  { provider, tool }: WeeklyTool,
  section: WeeklySection,
  { since, until }: Weekly,
): string {
  const back = section === "vanished" ? WEEK_MS : 0;
  return callList.link({
    ...{ intent, tool },
    provider: provider === "" ? undefined : provider,
    class: section === "failing" || section === "unmet" ? "failed" : undefined,
    since: dayOf(new Date(since.getTime() - back)),
    until: dayOf(new Date(until.getTime() - 1 - back)),
  });
}

function Tool({
  intent,
  one,
  section,
  weekly,
}: {
  intent: string;
  one: WeeklyTool;
  section: WeeklySection;
  weekly: Weekly;
}) {
  const { provider, tool, calls, failed } = one;
  return (
    <li>
      <Link
        href={rowsOf(intent, one, section, weekly)}
        title={`Calls of this intent by this tool in the week${section === "vanished" ? " before" : ""}`}
        className="mono inline-flex min-h-6 items-center wrap-anywhere underline decoration-border-strong underline-offset-2 hover:decoration-fg max-sm:min-h-12"
      >
        <span>
          <Untrusted>{provider ? `${provider} · ${tool}` : tool}</Untrusted>
        </span>
      </Link>{" "}
      <span className="tnum">
        {calls.toLocaleString("en")}
        {failed > 0 && section !== "vanished" ? ` (${shareWords(failed, calls)} failed)` : null}
      </span>
    </li>
  );
}

/** The main figure: the one that put the intent in this part. */
function figureOf(section: WeeklySection, { calls, before, failed, unmet, toolCount }: WeeklyIntent): string {
  switch (section) {
    case "vanished":
      return `${counted(before, "call")} the week before`;
    case "failing":
      return `${shareWords(failed, calls)} failed`;
    case "unmet":
      return `${counted(unmet.calls, "call")} without a tool`;
    case "several":
      return counted(toolCount, "tool");
    case "growing":
      return before === 0
        ? `${counted(calls, "call")} after none`
        : `${(calls / before).toFixed(1)} times as many`;
    case "new":
      return counted(calls, "call");
  }
}

/** The text next to the figure; null if the figure is enough. */
function besideOf(section: WeeklySection, { calls, before, failed, unmet }: WeeklyIntent): string | null {
  const went = failed > 0 ? `${shareWords(failed, calls)} failed` : "none failed";
  switch (section) {
    case "vanished":
      return null;
    case "failing":
      return `${failed.toLocaleString("en")} of ${counted(calls, "call")}`;
    case "unmet":
      return `${unmetWords(unmet)}; ${counted(calls, "call")} in all`;
    case "several":
      return `${counted(calls, "call")}, ${went}`;
    case "growing":
      return `${counted(calls, "call")}, ${before.toLocaleString("en")} before, ${went}`;
    case "new":
      return went;
  }
}

/** One intent of a part, with the way to it and to its rows. */
export function WeeklyIntentRow({
  section,
  intent,
  weekly,
}: {
  section: WeeklySection;
  intent: WeeklyIntent;
  weekly: Weekly;
}) {
  const { id, name, tenant, tools, toolCount, referred } = intent;
  const beside = besideOf(section, intent);
  return (
    <li data-row className="flex flex-col gap-1.5 px-3.5 py-(--row-pad)">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Link
          href={`/rationales/intents/${id}`}
          data-key="row"
          className="inline-flex min-h-6 min-w-0 flex-1 basis-64 items-center font-medium text-sm wrap-anywhere hover:underline max-sm:min-h-12"
        >
          <span>
            <Untrusted>{name}</Untrusted>
          </span>
        </Link>
        <span className="tnum font-medium text-sm">{figureOf(section, intent)}</span>
        {beside && <span className="tnum text-fg-muted text-xs sm:min-w-48 sm:text-right">{beside}</span>}
      </div>
      <ul
        aria-label="Tools"
        className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-fg-muted text-xs"
      >
        {weekly.tenant === null && (
          <li>
            <Untrusted>{tenant}</Untrusted>
          </li>
        )}
        {tools.map((one) => (
          <Tool key={`${one.provider} ${one.tool}`} intent={id} one={one} section={section} weekly={weekly} />
        ))}
        {toolCount > tools.length && <li>and {(toolCount - tools.length).toLocaleString("en")} more</li>}
      </ul>
      {referred && (
        <UntrustedQuote
          title={<h3>What tools said</h3>}
          caption={`of ${counted(referred.calls, "call")} that they sent elsewhere, not verified`}
        >
          <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-2.5 gap-y-[3px] text-sm">
            {referredParts(referred).map(([label, words]) => (
              <div key={label} className="contents">
                <dt className="text-fg-subtle">{label}</dt>
                <dd className="min-w-0 wrap-anywhere">
                  <Untrusted>{words}</Untrusted>
                </dd>
              </div>
            ))}
          </dl>
        </UntrustedQuote>
      )}
    </li>
  );
}
