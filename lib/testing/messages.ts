import type { Message, MessageCall } from "@/lib/notices/message";

/** A message about a call that waits, as the engine composes it. */
export function aMessage(over: Partial<Message> = {}, call: Partial<MessageCall> = {}): Message {
  return {
    id: "m1",
    key: "k1",
    version: 1,
    kind: "waits",
    tenant: { id: "1", key: "acme", name: "Acme" },
    title: "High risk: mail · send waits for you",
    lines: [],
    call: { ...CALL, ...call },
    items: [],
    why: "You may decide it.",
    links: {
      open: "https://countersign.example/approvals/1",
      why: "https://countersign.example/docs/notifications",
      settings: "https://countersign.example/settings/notifications",
      stop: null,
    },
    zone: "UTC",
    at: new Date("2026-12-24T12:00:00Z"),
    isClosed: false,
    remote: null,
    parent: null,
    isUpdate: (over.version ?? 1) > 1,
    isRetry: false,
    ...over,
  };
}

const CALL: MessageCall = {
  id: "1",
  revision: 2,
  digest: "a".repeat(64),
  risk: "high",
  headline: "Send 3 mails to all customers",
  provider: "mail",
  tool: "send",
  gateway: "crm",
  agent: "writer",
  facts: [
    { label: "To whom", value: "ops@example.com" },
    { label: "How many", value: "3" },
    { label: "Undo", value: "Cannot be undone" },
  ],
  arguments: '{"to":["ops@example.com"]}',
  createdAt: new Date("2026-12-24T11:00:00Z"),
  decideBy: new Date("2026-12-24T18:00:00Z"),
  outcome: null,
  decidesHere: false,
  extendsHere: false,
};
