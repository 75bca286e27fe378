import { getReady } from "@/lib/api/health";
import { resource } from "@/lib/api/route";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getReady });
