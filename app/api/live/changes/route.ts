import { liveChanges } from "@/lib/api/live-changes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = liveChanges;
