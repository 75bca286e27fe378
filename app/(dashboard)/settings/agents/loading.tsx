import { PageLoading } from "@/components/ui/page-loading";

export default function AgentsLoading() {
  return (
    <PageLoading
      label="Loading the agents"
      bars={["h-6 w-32"]}
      rows={{
        count: 6,
        look: "flex items-center gap-3 px-3.5 py-3",
        bars: ["h-8 w-1/3", "ml-auto h-5 w-20"],
      }}
    />
  );
}
