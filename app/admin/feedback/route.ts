import { adminFeedback } from "@/lib/api/v1/feedback";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = adminFeedback;
