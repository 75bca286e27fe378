import { openLiveStream } from "@/lib/api/live";
import { publicRoute, resource } from "@/lib/api/route";

// Authenticated by the browser's session inside: EventSource can send no other credential.
export const { GET, POST, PUT, PATCH, DELETE } = resource({
  GET: publicRoute(async (request) => ({ status: 200, response: await openLiveStream(request) })),
});
