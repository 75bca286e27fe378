import { vi } from "vitest";
import { TABLE } from "./table";
import { walkAll } from "./walk-all";

vi.mock("next/headers", () => import("./request"));

vi.hoisted(() => Object.assign(process.env, { METRICS_TOKEN: "made up for the tests" }));

walkAll(TABLE.service);
