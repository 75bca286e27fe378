import { policy } from "@/lib/api/v1/policy";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = policy;
