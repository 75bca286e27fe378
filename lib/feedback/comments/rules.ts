import { COMMENTERS } from "./types";

/** Whether a person of this role may comment on issues. */
export function mayComment(role: string): boolean {
  return (COMMENTERS as readonly string[]).includes(role);
}
