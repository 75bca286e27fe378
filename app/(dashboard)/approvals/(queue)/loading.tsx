import { QueueSkeleton } from "@/components/approvals/queue/queue-skeleton";

export default function LoadingApprovals() {
  return (
    <div className="min-h-0 grow bg-surface lg:w-[404px] lg:grow-0 lg:border-border lg:border-r">
      <QueueSkeleton />
    </div>
  );
}
