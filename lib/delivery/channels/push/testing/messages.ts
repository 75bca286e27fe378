import { newId } from "@/lib/core/ids";
import type { Message, MessageCall } from "@/lib/notices/message";

export const AT = new Date("2026-11-29T18:00:00Z");

export function aCallMessage(over: Partial<Message> = {}, call: Partial<MessageCall> = {}): Message {
  const id = newId();
  return {
    id: `message-${id}`,
    key: `call-${id}`,
    version: 1,
    kind: "waits",
    tenant: { id: newId(), key: "acme", name: "Acme" },
    title: "High risk: a call waits for you",
    lines: [],
    call: {
      ...{ id, revision: 1, digest: "0".repeat(64), risk: "high" },
      headline: "Send “Secret prices” to maya@acme.example",
      ...{ provider: "resend", tool: "send-broadcast", gateway: "shop", agent: "growth-agent" },
      facts: [{ label: "To whom", value: "maya@acme.example" }],
      arguments: '{"to":"maya@acme.example","subject":"Secret prices"}',
      createdAt: AT,
      decideBy: new Date("2026-11-29T19:00:00Z"),
      outcome: null,
      decidesHere: false,
      extendsHere: false,
      ...call,
    },
    items: [],
    why: "You may decide it.",
    links: {
      open: `https://countersign.example/approvals/${id}?from=push#top`,
      why: "https://countersign.example/why",
      settings: "https://countersign.example/settings",
      stop: null,
    },
    zone: "UTC",
    at: AT,
    isClosed: false,
    remote: null,
    parent: null,
    isUpdate: (over.version ?? 1) > 1,
    isRetry: false,
    ...over,
  };
}
