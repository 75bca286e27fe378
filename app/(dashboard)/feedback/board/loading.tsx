export { BoardSkeleton as default } from "@/components/feedback/board/board-page";
