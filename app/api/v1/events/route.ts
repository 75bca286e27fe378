import { events } from "@/lib/api/v1/events";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = events;
