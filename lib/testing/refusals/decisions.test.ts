import { vi } from "vitest";
import { TABLE } from "./table";
import { walkAll } from "./walk-all";

vi.mock("next/headers", () => import("./request"));

walkAll(TABLE.decisions);
