import type { ReactNode } from "react";
import { StatusMark } from "@/components/ui/badge";
import { Card } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { SIGNAL_WORDS } from "@/components/words/insights";
import type { SignalState } from "@/lib/insights/signals/types";

export function SignalCard({
  id,
  title,
  means,
  state,
  figure,
  note,
  gauge,
  says,
  course,
  links,
}: {
  id: string;
  title: string;
  means: string;
  state: SignalState;
  figure: ReactNode;
  note: ReactNode;
  gauge: ReactNode;
  /** Advice, or what is missing for a verdict. */
  says: ReactNode;
  course: ReactNode;
  links: ReactNode;
}) {
  const { word, icon } = SIGNAL_WORDS[state];
  return (
    <Card className="flex min-w-0 flex-col gap-3">
      <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 id={id} className="font-bold text-base">
            {title}
          </h3>
          <StatusMark icon={icon} strong={state === "regret"}>
            {word}
          </StatusMark>
        </div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="tnum font-bold text-[23px] leading-7">{figure}</span>
          <span className="text-fg-muted text-sm">{note}</span>
        </p>
        {gauge}
        <p className="text-fg-muted text-xs">{means}</p>
        <div className="text-sm">{says}</div>
        {course}
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm [&_a]:inline-flex [&_a]:min-h-6 [&_a]:items-center [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-2 max-sm:[&_a]:min-h-12">
          {links}
        </ul>
      </section>
    </Card>
  );
}

/** When a signal becomes meaningful. */
export function SaysFrom({
  from,
  days,
  subject,
}: {
  from: Date | null;
  days: number;
  /** What is counted until then: "call". */
  subject: string;
}) {
  return from === null ? (
    <>
      No {subject} has been reported yet. This says something {days} days after the first one.
    </>
  ) : (
    <>
      This says something from <Time value={from} form="date" /> on: {days} days after the first {subject}.
    </>
  );
}
