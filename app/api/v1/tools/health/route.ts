import { toolHealth } from "@/lib/api/v1/tool-health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = toolHealth;
