import { resource } from "@/lib/api/route";
import { postReject } from "@/lib/api/v1/approvals";
import { authenticatePerson } from "@/lib/auth/sessions/request";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ POST: postReject(authenticatePerson) });
