import { weeklyIntents } from "@/lib/api/v1/intents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = weeklyIntents;
