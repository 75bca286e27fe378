/** A high-risk call, so that it waits for a person under any settings. */
export function testCall(publicUrl: string, key: string, tenant: string): string {
  const body = {
    tenant,
    provider: "resend",
    tool: "send-broadcast",
    risk: "high",
    summary: "Send the broadcast “Hello from Countersign” to 3 contacts",
    arguments: { segmentId: "seg_test", subject: "Hello from Countersign" },
    facts: { what: "Email broadcast", to_whom: "Segment Test", how_many: 3, undo: "impossible" },
    rationale: "Trying out the whole loop with a first call.",
    agent: "first-steps",
  };
  return [
    `curl -sS ${publicUrl}/api/v1/authorize`,
    `-H "Authorization: Bearer ${key}"`,
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(body)}'`,
  ].join(" \\\n  ");
}

/** Polls a call, as a gateway without a callback URL does. */
export function askCall(publicUrl: string, key: string, id: string): string {
  return `curl -sS ${publicUrl}/api/v1/approvals/${id} \\\n  -H "Authorization: Bearer ${key}"`;
}

/**
 * Starts the receiver for the gateway's callback URL. `command` reaches the installation, up to the
 * verb.
 */
export function receiveCall(name: string, callbackUrl: string, command: string): string {
  const { port } = new URL(callbackUrl);
  return `${command} receive --gateway ${name}${port ? ` --port ${port}` : ""} --report-runs`;
}

/** Whether the URL can belong to the receiver on this machine. */
export function isOnThisMachine(callbackUrl: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(callbackUrl).hostname);
}

/** A callback URL that the receiver serves. */
export const RECEIVER_URL = "http://127.0.0.1:4500/hooks/countersign";
