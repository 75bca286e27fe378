import { agents } from "@/lib/api/v1/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = agents;
