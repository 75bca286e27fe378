import { BarList } from "@/components/ui/chart/bar-list";
import { Sparkline } from "@/components/ui/chart/sparkline";
import { StackedBars } from "@/components/ui/chart/stacked-bars";
import { Card } from "@/components/ui/page";
import { BARS, BUCKETS, SERIES } from "./samples";
import { Group, Specimen, Wide } from "./specimen";

const COURSE = BUCKETS.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0));
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
      <Specimen name="In a word's place">
        <Sparkline label="Calls a day" values={COURSE} />
        <Sparkline label="Calls a day" values={[3]} />
        <Sparkline label="Calls a day" values={[0, 0, 0]} />
      </Specimen>
    </Group>
  );
}
