import { LogSkeleton } from "@/components/rationales/log/log-page";

export default function CallLoading() {
  return <LogSkeleton />;
}
