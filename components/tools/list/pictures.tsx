import { ShareBar } from "@/components/ui/chart/share-bar";
import { ratePlace, shareText } from "@/components/ui/chart/shares";
import { Sparkline } from "@/components/ui/chart/sparkline";
import { Whisker } from "@/components/ui/chart/whisker";
import { CLASS_SERIES } from "@/components/words/outcome-classes";
import type { ToolDay } from "@/lib/calls/of-tool/types";
import { FAILING_CALLS_MIN, HEALTH_DAYS } from "@/lib/signals/health/types";
import { classesOf, RATE_TICKS, ranOfClasses, rateOf } from "../overview/figures";

const TICKS = RATE_TICKS.map(({ at }) => ({ at, label: "" }));

/**
 * A tool's calls of 14 days, how they ended, and the failure rate of the last week between the
 * lines at 5 % and 20 %.
 */
export function Pictures({ days }: { days: readonly ToolDay[] }) {
  const classes = classesOf(days);
  const daily = days.map(({ classes: day }) => Object.values(day).reduce((sum, calls) => sum + calls, 0));
  const { ran, failed } = ranOfClasses(classesOf(days.slice(-HEALTH_DAYS)));
  const rate = ran < FAILING_CALLS_MIN ? null : rateOf(failed, ran);
  return (
    <span className="flex w-36 flex-col gap-1">
      <Sparkline label="Calls per day" values={daily} />
      <ShareBar
        label="Outcomes of 14 days"
        parts={CLASS_SERIES.map((one) => ({ ...one, value: classes[one.key] }))}
        height={6}
      />
      {rate ? (
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1">
            <Whisker
              label={`${shareText(rate.rate)} failed in 7 days, ${shareText(rate.low)} to ${shareText(rate.high)} with 95 % confidence. Lines at 5 % and 20 %.`}
              rows={[
                {
                  key: "rate",
                  at: ratePlace(rate.rate),
                  from: ratePlace(rate.low),
                  to: ratePlace(rate.high),
                },
              ]}
              ticks={TICKS}
            />
          </span>
          <span className="tnum w-9 text-right text-2xs text-fg-muted">{shareText(rate.rate)}</span>
        </span>
      ) : (
        <span className="text-2xs text-fg-subtle">{`${ran} of ${FAILING_CALLS_MIN} calls for a rate`}</span>
      )}
    </span>
  );
}
