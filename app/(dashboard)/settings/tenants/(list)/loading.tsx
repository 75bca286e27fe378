import { PageLoading } from "@/components/ui/page-loading";

export default function TenantsLoading() {
  return (
    <PageLoading
      label="Loading the tenants"
      bars={["h-6 w-32", "h-9 w-full max-w-96"]}
      rows={{ count: 5, look: "flex justify-between gap-4 px-4 py-3", bars: ["h-8 w-1/3", "h-5 w-20"] }}
    />
  );
}
