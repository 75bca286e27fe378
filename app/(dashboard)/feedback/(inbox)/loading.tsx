import { InboxSkeleton } from "@/components/feedback/inbox/inbox-empty";

export default function FeedbackLoading() {
  return <InboxSkeleton />;
}
