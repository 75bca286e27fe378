import { ready } from "@/lib/api/v1/health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = ready;
