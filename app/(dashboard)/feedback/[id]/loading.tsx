import { InboxSkeleton } from "@/components/feedback/inbox/inbox-empty";

export default function IssueLoading() {
  return <InboxSkeleton />;
}
