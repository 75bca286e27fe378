import { PageLoading } from "@/components/ui/page-loading";

export default function ChannelsLoading() {
  return <PageLoading label="Loading the channels" bars={["h-6 w-32", "h-9 w-full max-w-96"]} cards={4} />;
}
