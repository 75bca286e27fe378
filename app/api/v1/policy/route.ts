import { resource } from "@/lib/api/route";
import { getPolicy } from "@/lib/api/v1/policy";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getPolicy });
