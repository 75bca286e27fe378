import { DomainError } from "@/lib/core/errors";
import { allMethods } from "./resource";
import { publicRoute } from "./route";

const refuse = publicRoute(async () => {
  throw new DomainError("NOT_FOUND", "There is no such path. /api/openapi.json lists the paths.");
});

export const nothingHere = allMethods({
  GET: refuse,
  POST: refuse,
  PUT: refuse,
  PATCH: refuse,
  DELETE: refuse,
  OPTIONS: refuse,
});
