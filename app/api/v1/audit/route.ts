import { audit } from "@/lib/api/v1/audit";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = audit;
