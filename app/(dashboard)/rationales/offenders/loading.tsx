import { PageHead } from "@/components/ui/page";
import { PageLoading } from "@/components/ui/page-loading";

export default function OffendersLoading() {
  return (
    <PageLoading
      wide
      label="Reading the callers"
      head={
        <PageHead
          title="Callers without a rationale"
          crumbs={[{ href: "/rationales", label: "Rationales" }]}
        />
      }
      rows={{
        count: 6,
        look: "flex flex-col gap-2 px-4 py-3.5",
        bars: ["h-4 w-48 max-w-full", "h-4 w-72 max-w-full"],
      }}
    />
  );
}
