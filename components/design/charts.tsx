import { BarList } from "@/components/ui/chart/bar-list";
import { ShareBar } from "@/components/ui/chart/share-bar";
import { Sparkline } from "@/components/ui/chart/sparkline";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Card } from "@/components/ui/page";
import { DESIGN } from "@/components/words/design";
import { SAMPLE } from "@/components/words/design-words";
import { BARS, BUCKETS, SERIES } from "./samples";
import { Group, Specimen, Wide } from "./specimen";

const { names } = SAMPLE;
const COURSE = BUCKETS.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0));
const SHARES = SERIES.map(({ key, label, tone }) => ({
  label,
  tone,
  value: BUCKETS.reduce((sum, { values }) => sum + (values[key] ?? 0), 0),
}));

export function Charts() {
  return (
    <Group id="charts" title={DESIGN.sections.charts}>
      <Wide name={names.stacked}>
        <Card>
          <StackedBars label={SAMPLE.outcome} series={SERIES} buckets={BUCKETS} />
        </Card>
      </Wide>
      <Wide name={names.share}>
        <div className="flex flex-col gap-4">
          <ShareBar label={SAMPLE.decided} parts={SHARES} />
          <ShareBar label={SAMPLE.decided} parts={SHARES.slice(0, 1)} />
          <ShareBar label={SAMPLE.decided} parts={[]} />
        </div>
      </Wide>
      <Wide name={names.bars}>
        <div className="max-w-md">
          <BarList label={SAMPLE.callsPerTool} items={BARS} />
        </div>
      </Wide>
      <Specimen name={names.spark}>
        <Sparkline label={SAMPLE.course} values={COURSE} />
        <Sparkline label={SAMPLE.course} values={[3]} />
        <Sparkline label={SAMPLE.course} values={[0, 0, 0]} />
      </Specimen>
    </Group>
  );
}
