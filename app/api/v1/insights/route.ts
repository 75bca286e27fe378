import { insights } from "@/lib/api/v1/insights";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = insights;
