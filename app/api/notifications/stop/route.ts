import { stopNotifications } from "@/lib/api/stop-notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = stopNotifications;
