import type { Message, MessageCall } from "../message";

const ORIGIN = "https://countersign.example";

export function aMessageCall(overrides: Partial<MessageCall> = {}): MessageCall {
  return {
    id: "01990000-0000-7000-8000-00000000ca11",
    revision: 1,
    digest: "a".repeat(64),
    risk: "high",
    headline: "Send “Your invoice is ready” to 10,412 customers",
    provider: "crm",
    tool: "send_broadcast",
    gateway: "production",
    agent: "billing-bot",
    facts: [
      { label: "What", value: "An e-mail with the template invoice-ready" },
      { label: "To whom", value: "Everyone in the segment active-customers" },
      { label: "How many", value: "10,412" },
      { label: "Undo", value: "Cannot be undone" },
    ],
    arguments: '{"segment":"active-customers","template":"invoice-ready"}',
    createdAt: new Date("2026-11-29T13:30:00Z"),
    decideBy: new Date("2026-11-29T14:30:00Z"),
    outcome: null,
    decidesHere: false,
    extendsHere: false,
    ...overrides,
  };
}

/** A message about a call that waits, as the engine composes it. */
export function aMessage(overrides: Partial<Message> = {}): Message {
  const call = overrides.call === undefined ? aMessageCall() : overrides.call;
  const id = "01990000-0000-7000-8000-0000000000de";
  return {
    id: `${id}.1`,
    key: call?.id ?? id,
    version: 1,
    kind: "waits",
    tenant: { id: "01990000-0000-7000-8000-0000000000a0", key: "acme", name: "Acme" },
    title: call ? `High risk: ${call.provider} · ${call.tool} is waiting` : "Your week in Countersign",
    lines: ["It waits until 15:30 CET. Then it expires, and the agent must not run it."],
    items: [],
    why: "You can decide this call as a member of the group on-call.",
    links: {
      open: `${ORIGIN}/approvals/01990000-0000-7000-8000-00000000ca11`,
      why: `${ORIGIN}/notifications/${id}`,
      settings: `${ORIGIN}/settings/profile/notifications`,
      stop: `${ORIGIN}/notifications/stop?token=abc.def`,
    },
    zone: "Europe/Berlin",
    at: new Date("2026-11-29T13:30:05Z"),
    isClosed: false,
    remote: null,
    parent: null,
    isUpdate: (overrides.version ?? 1) > 1,
    isRetry: false,
    ...overrides,
    call,
  };
}
