import { policies } from "@/lib/api/v1/policies";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = policies;
