import { resource } from "@/lib/api/route";
import { postCancel } from "@/lib/api/v1/approvals";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ POST: postCancel });
