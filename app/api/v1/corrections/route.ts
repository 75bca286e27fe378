import { corrections } from "@/lib/api/v1/corrections";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = corrections;
