import { withVariables } from "../settings";
import { TABLE } from "./table";
import { walkAll } from "./walk-all";

// Nothing listens there; a provider that does not answer is still a valid result for the
// administrator.
withVariables({
  OIDC_ISSUER: "http://127.0.0.1:9/realm",
  OIDC_CLIENT_ID: "countersign",
  OIDC_CLIENT_SECRET: "made up for the tests",
  PUSH_ALLOW_CIDRS: "127.0.0.0/8",
});

walkAll(TABLE.people);
