import { resource } from "@/lib/api/route";
import { getEvents } from "@/lib/api/v1/events";

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getEvents });
