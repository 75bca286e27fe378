import { PageHead } from "@/components/ui/page";
import { PageLoading } from "@/components/ui/page-loading";

export default function WeeklyIntentsLoading() {
  return (
    <PageLoading
      wide
      label="Reading the week"
      head={
        <PageHead title="What agents were after" crumbs={[{ href: "/rationales", label: "Rationales" }]} />
      }
      bars={["h-16 w-full"]}
      rows={{ count: 6, look: "flex flex-col gap-2 px-4 py-3.5", bars: ["h-4 w-72 max-w-full", "h-4 w-40"] }}
    />
  );
}
