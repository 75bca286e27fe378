import { randomBytes } from "node:crypto";

/** A few characters unique to this test. */
export const token = () => randomBytes(4).toString("hex");
