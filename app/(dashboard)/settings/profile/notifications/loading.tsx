import { PageLoading } from "@/components/ui/page-loading";

export default function OwnNotificationsLoading() {
  return <PageLoading label="Loading your notifications" bars={["h-6 w-48", "h-4 w-80"]} cards={3} />;
}
