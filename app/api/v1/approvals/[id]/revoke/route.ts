import { resource } from "@/lib/api/route";
import { postRevoke } from "@/lib/api/v1/approvals";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ POST: postRevoke });
