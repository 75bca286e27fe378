import { PageHead } from "@/components/ui/page";
import { PageLoading } from "@/components/ui/page-loading";

export default function NotificationsLoading() {
  return (
    <PageLoading
      label="Reading the notifications"
      head={<PageHead title="Notifications" />}
      rows={{
        count: 6,
        look: "flex flex-col gap-2 px-4 py-3.5",
        bars: ["h-4 w-56", "h-4 w-80 max-w-full"],
      }}
    />
  );
}
