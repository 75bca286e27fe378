import { outcome } from "@/lib/api/v1/decisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = outcome;
