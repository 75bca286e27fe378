import { LogSkeleton } from "@/components/calls/log/log-page";

export default function RationalesLoading() {
  return <LogSkeleton />;
}
