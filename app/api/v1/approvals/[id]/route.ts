import { resource } from "@/lib/api/route";
import { getApproval } from "@/lib/api/v1/approvals";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getApproval });
