import { ToolsTabs } from "@/components/tools/tools-tabs";
import { Explained } from "@/components/ui/explained";
import { PageHead } from "@/components/ui/page";
import { HEALTH_RULE } from "@/components/words/health";

/** What the page of all tools' health begins with. */
export function HealthHead({ count }: { count?: number }) {
  return (
    <>
      <PageHead
        crumbs={[{ href: "/tools", label: "Tools" }]}
        title="Tool health"
        count={count}
        mark={
          <Explained what="Tool health">{HEALTH_RULE} Calls are counted by the name of their tool.</Explained>
        }
        description="Failures of the last 7 days, the worst first. Advice only: it changes no call."
      />
      <ToolsTabs current="health" />
    </>
  );
}
