import { authorize } from "@/lib/api/v1/authorize";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = authorize;
