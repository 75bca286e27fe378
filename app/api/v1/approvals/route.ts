import { approvals } from "@/lib/api/v1/approvals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = approvals;
