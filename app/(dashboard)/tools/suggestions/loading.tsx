import { ToolsTabs } from "@/components/tools/tools-tabs";
import { Card, Page, PageHead } from "@/components/ui/page";
import { Loading, Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export default function LoadingSuggestions() {
  return (
    <Page>
      <PageHead crumbs={[{ href: "/tools", label: "Tools" }]} title="Suggestions" />
      <ToolsTabs current="suggestions" />
      <Loading label="Reading the suggestions">
        <Card flush>
          {ROWS.map((row) => (
            <div key={row} className="flex flex-col gap-2 border-b border-border px-4 py-3.5">
              <Skeleton className="h-4 w-56" />
              <Skeleton className="h-4 w-80 max-w-full" />
              <Skeleton className="h-4 w-full" />
            </div>
          ))}
        </Card>
      </Loading>
    </Page>
  );
}
