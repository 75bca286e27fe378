import { apiRoute, ok, resource } from "@/lib/api/route";
import { getFeedback } from "@/lib/feedback/queries";
import { wireFeedback } from "@/lib/feedback/wire";

const getOne = apiRoute("any", {}, async ({ scope, params }) =>
  ok(wireFeedback(await getFeedback(scope, params.id ?? ""))),
);

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getOne });
