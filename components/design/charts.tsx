import { BarList } from "@/components/ui/chart/bar-list";
import { ShareBar } from "@/components/ui/chart/share-bar";
import { Sparkline } from "@/components/ui/chart/sparkline";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Whisker } from "@/components/ui/chart/whisker";
import { Explained } from "@/components/ui/explained";
import { Card } from "@/components/ui/page";
import { CLASS_SERIES } from "@/components/words/outcome-classes";
import { BARS, BUCKETS, SERIES } from "./samples";
import { Group, Specimen, Wide } from "./specimen";

const COURSE = BUCKETS.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0));

const CLASSES = BUCKETS.map((bucket, day) => ({
  ...bucket,
  values: Object.fromEntries(CLASS_SERIES.map(({ key }, index) => [key, (day * 7 + 5 * index) % 13])),
  mark: day === 5 ? "v2" : undefined,
}));

export function Charts() {
  return (
    <Group id="charts">
      <Wide name="Over time">
        <Card>
          <StackedBars label="Calls by outcome" series={SERIES} buckets={BUCKETS} />
        </Card>
      </Wide>
      <Wide name="Bars">
        <div className="max-w-md">
          <BarList label="Calls by tool" items={BARS} />
        </div>
      </Wide>
      <Wide name="Classes of outcomes">
        <Card>
          <StackedBars label="Calls by class of outcome" series={CLASS_SERIES} buckets={CLASSES} />
        </Card>
      </Wide>
      <Wide name="A whole and its parts, and a figure with its interval">
        <div className="flex max-w-md flex-col gap-3">
          <ShareBar
            label="Calls by outcome"
            parts={CLASS_SERIES.map((one, index) => ({ ...one, value: 2 ** (6 - index) }))}
          />
          <Whisker
            label="38 % failed, 31 % to 45 % with 95 % confidence"
            rows={[{ key: "rate", at: 0.62, from: 0.56, to: 0.67 }]}
            ticks={[
              { at: 0.22, label: "5 %" },
              { at: 0.45, label: "20 %" },
            ]}
          />
          <Whisker
            label="Version 3: 59 %, version 2: 88 %"
            rows={[
              { key: "3", label: "v3", at: 0.59, from: 0.52, to: 0.66 },
              { key: "2", label: "v2", at: 0.88, from: 0.83, to: 0.92, pale: true },
            ]}
          />
          <div className="flex items-center gap-1 text-sm">
            First-try success
            <Explained what="First-try success">The share of attempts whose first call worked.</Explained>
          </div>
        </div>
      </Wide>
      <Specimen name="In a word's place">
        <Sparkline label="Calls a day" values={COURSE} />
        <Sparkline label="Calls a day" values={[3]} />
        <Sparkline label="Calls a day" values={[0, 0, 0]} />
      </Specimen>
    </Group>
  );
}
