import { feedbackDigest } from "@/lib/api/v1/digest";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = feedbackDigest;
