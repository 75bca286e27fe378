import { NOTERS } from "./types";

/** Whether a person of this role may comment on calls. */
export function mayComment(role: string): boolean {
  return (NOTERS as readonly string[]).includes(role);
}

/** For the agent to read. A question decides nothing, and the call waits with or without a reply. */
export function askedMessage(question: string | null | undefined): string {
  return question
    ? ` A person asks you about it: “${question}” Reply if you can; the call goes on waiting.`
    : "";
}
