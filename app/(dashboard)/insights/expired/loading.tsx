import { PageLoading } from "@/components/ui/page-loading";

export default function ExpiredLoading() {
  return <PageLoading label="Loading expired calls" bars={["h-6 w-32", "h-9 w-full max-w-96"]} cards={3} />;
}
