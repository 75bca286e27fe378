import { approval } from "@/lib/api/v1/approvals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = approval;
