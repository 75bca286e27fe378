import { resource } from "@/lib/api/route";
import { getApprovals, postApproval } from "@/lib/api/v1/approvals";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getApprovals, POST: postApproval });
