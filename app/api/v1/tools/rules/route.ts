import { toolRules } from "@/lib/api/v1/tool-rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = toolRules;
