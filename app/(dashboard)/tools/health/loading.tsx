import { HealthHead } from "@/components/signals/health/health-head";
import { PageLoading } from "@/components/ui/page-loading";

export default function LoadingHealth() {
  return (
    <PageLoading
      wide
      label="Reading the health of tools"
      head={<HealthHead />}
      bars={["h-8 w-full"]}
      rows={{
        count: 10,
        look: "flex items-center gap-6 px-3.5 py-3.5",
        bars: ["h-4 flex-1", "h-5 w-20", "h-4 w-40"],
      }}
    />
  );
}
