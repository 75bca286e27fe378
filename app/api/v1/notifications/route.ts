import { notifications } from "@/lib/api/v1/notifications";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = notifications;
