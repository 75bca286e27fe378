import { Card, Section } from "@/components/ui/page";
import { counted } from "@/components/words/counts";
import { type Attempts, EFFECT_DAYS, type Share, type SheetEffect } from "@/lib/signals/cheatsheets/types";

const percent = (share: number) =>
  `${(share * 100).toLocaleString("en", { maximumFractionDigits: share < 0.1 ? 1 : 0 })} %`;

const VERDICTS: Record<SheetEffect["verdict"], string> = {
  fewer: "Fewer calls are refused than before. Other things may have changed as well.",
  more: "More calls are refused than before. Other things may have changed as well.",
  open: "The two ranges meet: these calls show no difference.",
  none: "There were calls on one side only, or on none: nothing to compare.",
};

/** Whether agents make fewer errors since the publication, with the uncertainty. */
export function SheetEffectView({ effect, version }: { effect: SheetEffect; version: number }) {
  const measured = effect.tools - effect.unmeasured;
  return (
    <Section
      id="effect"
      title="Refused calls before and after"
      description={`Calls refused because they were wrong, of those that reached the tools, in the ${EFFECT_DAYS} days before and after version ${version.toLocaleString("en")} was published. The range is what so few or so many calls leave open (95 %).`}
    >
      <Card>
        {measured === 0 ? (
          <p className="text-sm text-fg-muted">
            {effect.tools === 0
              ? "No tool reads this cheatsheet yet."
              : "Not measured: calls are counted by tool name, and all of these names are also those of tools that read another cheatsheet."}
          </p>
        ) : effect.daysAfter === 0 ? (
          <p className="text-sm text-fg-muted">Published today: there is no day after it yet.</p>
        ) : (
          <div className="flex flex-col gap-2.5 text-sm">
            <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
              <dt className="text-fg-muted">{counted(EFFECT_DAYS, "day")} before</dt>
              <dd>
                <ShareWords share={effect.before} />
              </dd>
              <dt className="text-fg-muted">{counted(effect.daysAfter, "day")} after</dt>
              <dd>
                <ShareWords share={effect.after} />
              </dd>
            </dl>
            <p className="font-medium">{VERDICTS[effect.verdict]}</p>
            <h3 className="border-t border-border pt-2.5 font-medium">
              Attempts that worked at the first try
            </h3>
            <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
              <dt className="text-fg-muted">{counted(EFFECT_DAYS, "day")} before</dt>
              <dd>
                <AttemptWords attempts={effect.attempts.before} />
              </dd>
              <dt className="text-fg-muted">{counted(effect.daysAfter, "day")} after</dt>
              <dd>
                <AttemptWords attempts={effect.attempts.after} />
              </dd>
            </dl>
            {effect.unmeasured > 0 && (
              <p className="text-xs text-fg-muted">
                {`${counted(effect.unmeasured, "tool")} of ${effect.tools.toLocaleString("en")} left out: calls are counted by tool name, and tools of the same name read another cheatsheet.`}
              </p>
            )}
          </div>
        )}
      </Card>
    </Section>
  );
}

/** A share with its 90 % interval; plain counts if there are few attempts. */
function AttemptWords({ attempts: { groups, firstTry, share } }: { attempts: Attempts }) {
  if (groups === 0) return <span className="text-fg-subtle">No attempts</span>;
  const of = `${firstTry.toLocaleString("en")} of ${counted(groups, "attempt")}`;
  if (!share) return <span className="tnum text-fg-muted">{`${of}: too few for a share`}</span>;
  return (
    <span className="tnum">
      <b className="font-medium">{percent(share.share)}</b>{" "}
      <span className="text-fg-muted">{`(${percent(share.from)} to ${percent(share.to)}, 90 %): ${of}`}</span>
    </span>
  );
}

function ShareWords({ share }: { share: Share | null }) {
  if (!share) return <span className="text-fg-subtle">No calls</span>;
  return (
    <span className="tnum">
      <b className="font-medium">{percent(share.share)}</b>{" "}
      <span className="text-fg-muted">
        {`(${percent(share.low)} to ${percent(share.high)}): ${share.refused.toLocaleString("en")} of ${counted(share.calls, "call")}`}
      </span>
    </span>
  );
}
