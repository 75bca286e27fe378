import { openApiDocument } from "@/lib/api/openapi";
import { ok, publicRoute, resource } from "@/lib/api/route";

const getDocument = publicRoute(async () => ok(openApiDocument()));

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getDocument });
