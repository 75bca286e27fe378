import { PageLoading } from "@/components/ui/page-loading";

export default function PoliciesLoading() {
  return (
    <PageLoading
      label="Loading the policies"
      bars={["h-6 w-32", "h-9 w-full max-w-96"]}
      rows={{ count: 4, look: "flex justify-between gap-4 px-3.5 py-3", bars: ["h-12 w-2/3", "h-8 w-32"] }}
    />
  );
}
