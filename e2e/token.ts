import { randomBytes } from "node:crypto";

/** A few characters that no other test has. */
export const token = () => randomBytes(4).toString("hex");
