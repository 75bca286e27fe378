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
        description="How the calls of the last 7 days ended, by tool and provider, the worst first. Advice only: health never changes what agents may call."
      />
      <ToolsTabs current="health" />
    </>
  );
}
