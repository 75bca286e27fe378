import { PageLoading } from "@/components/ui/page-loading";

export default function LoadingGateway() {
  return (
    <PageLoading
      label="Loading the gateways"
      title={["h-4 w-24", "h-7 w-64"]}
      bars={["h-9 w-96 max-w-full", "h-48 w-full", "h-24 w-full"]}
    />
  );
}
