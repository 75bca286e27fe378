import { ToolsTabs } from "@/components/tools/tools-tabs";
import { PageHead } from "@/components/ui/page";

/** What the page of all tools' health begins with. */
export function HealthHead({ count }: { count?: number }) {
  return (
    <>
      <PageHead
        crumbs={[{ href: "/tools", label: "Tools" }]}
        title="Tool health"
        count={count}
        description="What became of the calls of the last 7 days, by tool and provider, the worst first. It tells what to look at; it decides nothing."
      />
      <ToolsTabs current="health" />
    </>
  );
}
