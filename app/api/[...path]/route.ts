import { publicRoute } from "@/lib/api/route";
import { DomainError } from "@/lib/core/errors";

const nothingHere = publicRoute(async () => {
  throw new DomainError("NOT_FOUND", "There is no such path. The paths are listed at /api/openapi.json.");
});

export {
  nothingHere as DELETE,
  nothingHere as GET,
  nothingHere as PATCH,
  nothingHere as POST,
  nothingHere as PUT,
};
