import { expiredCalls } from "@/lib/api/v1/expired";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = expiredCalls;
