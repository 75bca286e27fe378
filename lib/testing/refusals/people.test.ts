import { vi } from "vitest";
import { TABLE } from "./table";
import { walkAll } from "./walk-all";

vi.mock("next/headers", () => import("./request"));

// Nobody listens there: that the provider was asked and did not answer is a good answer to the administrator.
vi.hoisted(() =>
  Object.assign(process.env, {
    OIDC_ISSUER: "http://127.0.0.1:9/realm",
    OIDC_CLIENT_ID: "countersign",
    OIDC_CLIENT_SECRET: "made up for the tests",
  }),
);

walkAll(TABLE.people);
