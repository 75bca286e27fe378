import { PageHead } from "@/components/ui/page";
import { PageLoading } from "@/components/ui/page-loading";
import { ToolsTabs } from "./tools-tabs";

/** Placeholder for findings or suggestions while they load. */
export function AdviceLoading({ title, current }: { title: string; current: "findings" | "suggestions" }) {
  return (
    <PageLoading
      label={`Reading the ${current}`}
      head={
        <>
          <PageHead crumbs={[{ href: "/tools", label: "Tools" }]} title={title} />
          <ToolsTabs current={current} />
        </>
      }
      rows={{
        count: 6,
        look: "flex flex-col gap-2 px-4 py-3.5",
        bars: ["h-4 w-56", "h-4 w-80 max-w-full", "h-4 w-full"],
      }}
    />
  );
}
