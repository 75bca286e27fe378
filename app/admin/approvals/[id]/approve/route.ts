import { resource } from "@/lib/api/route";
import { postApprove } from "@/lib/api/v1/approvals";
import { authenticatePerson } from "@/lib/auth/sessions/request";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ POST: postApprove(authenticatePerson) });
