import { Fragment } from "react";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import type { IssueIntents as Intents } from "@/lib/intents/types";

/** The intents of the agents that met the issue, and the one that a person made it of. */
export function IssueIntents({ met }: { met: Intents | null }) {
  if (!met) return null;
  const { intents, made } = met;
  const others = intents.filter(({ id }) => !made.some((one) => one.id === id));
  return (
    <Section
      id="intents"
      title="What agents were after"
      description={made.length > 0 ? <MadeOf {...met} others={others.length > 0} /> : <Whence {...met} />}
    >
      {others.length > 0 && <Met intents={others} />}
    </Section>
  );
}

function MadeOf({ made, from, tool, others }: Intents & { others: boolean }) {
  return (
    <>
      A person made this issue of{" "}
      {made.map((intent, at) => (
        <Fragment key={intent.id}>
          {at > 0 && ", "}
          <IntentLink {...intent} />
        </Fragment>
      ))}
      .
      {others && (
        <>
          {" "}
          Other intents of the calls of <Untrusted>{tool}</Untrusted>
          {from === "sessions" && " in the sessions of the newest reports"}:
        </>
      )}
    </>
  );
}

function Whence({ from, tool }: Intents) {
  if (from === "sessions")
    return "The intents of the tool’s calls in the sessions of the newest reports, by what agents gave as their reasons.";
  return (
    <>
      The sessions of its reports have no call that belongs to an intent. These are the intents of all calls
      of <Untrusted>{tool}</Untrusted>.
    </>
  );
}

function IntentLink({ id, name }: { id: string; name: string }) {
  return (
    <Link
      href={`/rationales/intents/${id}`}
      className="inline-flex min-h-6 items-center font-medium underline underline-offset-2 hover:text-accent max-sm:min-h-12"
    >
      <Untrusted>{name}</Untrusted>
    </Link>
  );
}

function Met({ intents }: Pick<Intents, "intents">) {
  return (
    <Card flush>
      <ul aria-label="Intents" className="divide-y divide-border">
        {intents.map(({ id, name, calls }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2 text-sm">
            <span className="grow">
              <IntentLink id={id} name={name} />
            </span>
            <span className="text-fg-muted text-xs">{counted(calls, "call")}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
