import { publicRoute } from "@/lib/api/route";
import { handleAuth } from "@/lib/auth/sign-in/handler";

const answer = publicRoute(async (request) => ({ status: 200, response: await handleAuth(request) }));

export { answer as GET, answer as POST };
