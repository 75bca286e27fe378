import { resource } from "@/lib/api/route";
import { postReject } from "@/lib/api/v1/approvals";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ POST: postReject() });
