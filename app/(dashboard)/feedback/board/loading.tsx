import { BoardSkeleton } from "@/components/feedback/board/board-page";

export default function BoardLoading() {
  return <BoardSkeleton />;
}
