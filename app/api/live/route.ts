import { live } from "@/lib/api/live";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = live;
