export { InboxSkeleton as default } from "@/components/feedback/inbox/inbox-empty";
