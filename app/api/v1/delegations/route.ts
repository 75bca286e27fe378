import { delegations } from "@/lib/api/v1/delegations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = delegations;
