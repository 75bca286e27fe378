import { PageLoading } from "@/components/ui/page-loading";

export default function LoadingTool() {
  return (
    <PageLoading
      label="Reading the tool"
      title={["h-4 w-40", "h-7 w-72"]}
      bars={["h-9 w-80 max-w-full", "h-24 w-full", "h-56 w-full"]}
    />
  );
}
