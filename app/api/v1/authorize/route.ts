import { resource } from "@/lib/api/route";
import { postAuthorize } from "@/lib/api/v1/authorize";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ POST: postAuthorize });
