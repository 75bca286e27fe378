import { PageLoading } from "@/components/ui/page-loading";

export default function DestinationsLoading() {
  return <PageLoading label="Loading destinations" bars={["h-6 w-32", "h-9 w-full max-w-96"]} cards={2} />;
}
