import { PageLoading } from "@/components/ui/page-loading";

export default function SystemLoading() {
  return (
    <PageLoading
      label="Loading how the system is doing"
      bars={["h-6 w-32", "h-9 w-full max-w-96"]}
      cards={1}
    />
  );
}
