import { evidence } from "@/lib/api/v1/evidence";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = evidence;
