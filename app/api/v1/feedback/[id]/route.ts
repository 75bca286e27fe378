import { apiRoute, ok, resource } from "@/lib/api/route";
import { wireFeedback } from "@/lib/feedback/answer/rules";
import { getFeedback } from "@/lib/feedback/queries";

const getOne = apiRoute("any", {}, async ({ scope, params }) =>
  ok(wireFeedback(await getFeedback(scope, params.id ?? ""))),
);

export const { GET, POST, PUT, PATCH, DELETE } = resource({ GET: getOne });
