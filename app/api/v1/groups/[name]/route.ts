import { oneGroup } from "@/lib/api/v1/groups";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = oneGroup;
