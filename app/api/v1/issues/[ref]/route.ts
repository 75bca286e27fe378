import { oneIssue } from "@/lib/api/v1/issues";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = oneIssue;
