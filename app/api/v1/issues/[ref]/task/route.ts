import { issueTask } from "@/lib/api/v1/issues";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = issueTask;
