import { PageLoading } from "@/components/ui/page-loading";

export default function GroupsLoading() {
  return (
    <PageLoading
      label="Loading the groups"
      bars={["h-6 w-32"]}
      rows={{
        count: 4,
        look: "flex items-center gap-3 px-3.5 py-3",
        bars: ["h-8 w-1/3", "ml-auto h-5 w-20"],
      }}
    />
  );
}
