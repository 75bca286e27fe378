import { FeedbackFiguresSkeleton } from "@/components/feedback/figures";

export default function ReportLoading() {
  return <FeedbackFiguresSkeleton />;
}
