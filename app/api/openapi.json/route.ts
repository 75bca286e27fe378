import { document } from "@/lib/api/contract";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = document;
