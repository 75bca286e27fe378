import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { IntentView, Neighbour, Quote } from "@/lib/intents/detail/types";
import type { OddJob } from "@/lib/intents/types";

const WORDS_SHOWN = 6;

/** Quotes of agents: the most central, and the most frequent. */
export function Quotes({ quotes }: { quotes: readonly Quote[] }) {
  if (quotes.length === 0)
    return <p className="text-sm text-fg-muted">No call is kept whose words could be shown.</p>;
  return (
    <figure className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {quotes.map(({ templateId, text, tool, agent, callId, at, calls }) => (
          <li key={templateId}>
            <Card>
              <blockquote className="text-base wrap-anywhere">
                “<Untrusted>{text}</Untrusted>”
              </blockquote>
              <p className="mt-1 text-fg-muted text-xs wrap-anywhere">
                {agent && (
                  <>
                    <Untrusted>{agent}</Untrusted> ·{" "}
                  </>
                )}
                <Untrusted mono>{tool}</Untrusted> ·{" "}
                <Link href={`/rationales/calls/${callId}`} className="underline underline-offset-2">
                  <Time value={at} form="relative" />
                </Link>{" "}
                · {counted(calls, "call says", "calls say")} it this way
              </p>
            </Card>
          </li>
        ))}
      </ul>
      <figcaption className="text-fg-muted text-xs">Written by agents, not verified.</figcaption>
    </figure>
  );
}

/** Why these rationales form one intent, with figures. */
export function WhyGrouped({ intent, neighbours }: { intent: IntentView; neighbours: readonly Neighbour[] }) {
  const { keywords, templates, cohesion, weak, placed, atEdge } = intent;
  const [nearest] = neighbours;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p>
        {templates === 1 ? (
          "Agents say it in one way, in enough calls to be an intent. "
        ) : (
          <>
            The similarity of its {counted(templates, "way", "ways")} to say it to their centre is{" "}
            <span className="tnum">{cohesion.toFixed(2)}</span> on average, where 1 means identical.{" "}
          </>
        )}
        {nearest && (
          <>
            The nearest other intent is{" "}
            <Link href={`/rationales/intents/${nearest.id}`} className="text-accent underline">
              <Untrusted>{nearest.name}</Untrusted>
            </Link>
            , at <span className="tnum">{nearest.alike.toFixed(2)}</span>.
          </>
        )}
      </p>
      <p>
        <span className="text-fg-muted">Words that they share and others lack: </span>
        <Untrusted>{keywords.slice(0, WORDS_SHOWN).join(", ")}</Untrusted>
      </p>
      {(placed > 0 || atEdge > 0) && (
        <p className="text-fg-muted">
          {placed > 0 && `People put ${counted(placed, "rationale")} here. `}
          {atEdge > 0 &&
            `${counted(atEdge, "rationale is", "rationales are")} at the edge and may belong elsewhere.`}
        </p>
      )}
      {weak && (
        <p className="font-medium">
          A weak theme: the rationales have little in common, or few calls give them. Read the quotes before
          you act on it.
        </p>
      )}
    </div>
  );
}

const JOB_LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

/** Tools that agents use for this intent although their description does not say so. */
export function OddJobs({ jobs }: { jobs: readonly OddJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <ul aria-label="Not described" className="mb-3 flex flex-col gap-1 text-sm">
      {jobs.map(({ toolId, name, calls, better }) => (
        <li key={toolId} className="wrap-anywhere">
          {better === null ? (
            "No tool’s description names this: "
          ) : (
            <>
              This is what{" "}
              <Link href={`/tools/${better.id}`} className={JOB_LINK}>
                <Untrusted mono>{better.name}</Untrusted>
              </Link>{" "}
              is described for:{" "}
            </>
          )}
          agents call <Untrusted mono>{name}</Untrusted> for it.{" "}
          <Link href={`/tools/${toolId}/definition#findings`} className={JOB_LINK}>
            {counted(calls, "of its newest calls", "of its newest calls")}
          </Link>
        </li>
      ))}
    </ul>
  );
}
