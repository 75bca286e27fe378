import { PageLoading } from "@/components/ui/page-loading";

export default function PeopleLoading() {
  return (
    <PageLoading
      label="Loading the people"
      bars={["h-6 w-32", "h-9 w-full max-w-96"]}
      rows={{
        count: 5,
        look: "flex items-center gap-3 px-3.5 py-3",
        bars: ["size-7 rounded-full", "h-8 w-1/3", "ml-auto h-5 w-20"],
      }}
    />
  );
}
