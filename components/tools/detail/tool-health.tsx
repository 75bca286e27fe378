import { callsSince, FailedBy, whoseCalls } from "@/components/signals/health/failed-by";
import { HealthMark } from "@/components/signals/health/health-mark";
import { Explained } from "@/components/ui/explained";
import { Link } from "@/components/ui/link";
import { Card, DetailList, Section } from "@/components/ui/page";
import { counted } from "@/components/words/counts";
import { failedOf, HEALTH_RULE, shareText } from "@/components/words/health";
import type { Counted, Health } from "@/lib/signals/health/types";
import type { ToolView } from "@/lib/tools/catalogue/types";

const LINK = "inline-flex min-h-6 items-center text-accent hover:underline";

function countedWords({ byProvider, withoutProvider }: Counted): string {
  if (!byProvider) return "Calls are counted by the tool’s name.";
  const others = "Tools of other providers have its name: only calls that name its provider count";
  if (withoutProvider === 0) return `${others}.`;
  return `${others}; ${counted(withoutProvider, "call")} of this name named no provider.`;
}

/** The tool's health in the last seven days, with its rule. */
export function ToolHealth({
  tool,
  health,
}: {
  tool: ToolView;
  health: Health & Counted & { since: string };
}) {
  return (
    <Section
      id="health"
      title="Health"
      about={<Explained what="Health">{HEALTH_RULE}</Explained>}
      description={`How its calls ended in the last 7 days, in UTC. ${countedWords(health)}`}
      actions={
        <Link href="/tools/health" className={`${LINK} text-sm`}>
          All tools, the worst first
        </Link>
      }
    >
      <Card className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
          <HealthMark state={health.state} strong />
          <span>
            {health.ran === 0 ? (
              "No call reached it."
            ) : (
              <Link href={callsSince(tool.name, health.since, whoseCalls(tool, health))} className={LINK}>
                {failedOf(health)}
              </Link>
            )}
            {health.failed > 0 && `: at least ${shareText(health.lower)} with 95 % confidence`}
            {health.ran > 0 && "."}
            {health.lowUtilityRepeated && " Several sessions found its results of little use."}
          </span>
        </p>
        <DetailList
          items={[
            health.ran > 0 && {
              term: "What failed",
              value: <FailedBy health={health} tool={tool} since={health.since} />,
            },
          ]}
        />
      </Card>
    </Section>
  );
}
