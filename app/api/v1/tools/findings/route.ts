import { toolFindings } from "@/lib/api/v1/tools";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = toolFindings;
