import { BarList } from "@/components/ui/chart/bar-list";
import { ShareBar } from "@/components/ui/chart/share-bar";
import { Sparkline } from "@/components/ui/chart/sparkline";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Card } from "@/components/ui/page";
import { BARS, BUCKETS, SERIES } from "./samples";
import { Group, Specimen, Wide } from "./specimen";

const COURSE = BUCKETS.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0));
const SHARES = SERIES.map(({ key, label, tone }) => ({
  label,
  tone,
  value: BUCKETS.reduce((sum, { values }) => sum + (values[key] ?? 0), 0),
}));

export function Charts() {
  return (
    <Group id="charts">
      <Wide name="Over time">
        <Card>
          <StackedBars label="Calls by outcome" series={SERIES} buckets={BUCKETS} />
        </Card>
      </Wide>
      <Wide name="Parts of a whole">
        <div className="flex flex-col gap-4">
          <ShareBar label="How calls were decided" parts={SHARES} />
          <ShareBar label="How calls were decided" parts={SHARES.slice(0, 1)} />
          <ShareBar label="How calls were decided" parts={[]} />
        </div>
      </Wide>
      <Wide name="Bars">
        <div className="max-w-md">
          <BarList label="Calls by tool" items={BARS} />
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
