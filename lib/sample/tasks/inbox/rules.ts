import { unfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";
import { aBusiness, aCustomer, count, day } from "../../world/rules";

// Mailboxes, through Gmail.

function answer(scene: Scene): Step[] {
  const { chance } = scene;
  const customer = aCustomer(chance);
  const order = chance.int(48_100, 59_900);
  return [
    {
      provider: "gmail",
      tool: "search_emails",
      arguments: { query: `is:unread label:support newer_than:2d`, maxResults: chance.pick([10, 25]) },
      rationale: "Unanswered mail of the last two days in the support mailbox.",
      slips: [
        { share: 0.05, outcome: "rate_limited", error: "429: User-rate limit exceeded. Retry after 4 s" },
      ],
      took: [220, 860],
    },
    {
      provider: "gmail",
      tool: "read_email",
      arguments: { messageId: chance.hex(16) },
      rationale: `${customer.name}'s mail about order ${order}.`,
      slips: [
        {
          share: 0.1,
          outcome: "not_found",
          error: "Requested entity was not found.",
          wrong: { messageId: `<${chance.code(12)}@mail>` },
        },
      ],
      took: [140, 520],
    },
    {
      provider: "gmail",
      tool: "draft_email",
      arguments: {
        to: [customer.email],
        subject: `Re: order ${order}`,
        body: `Hello ${customer.first},\n\nthank you for writing. Your parcel left us yesterday; the link in the confirmation shows where it is.\n\nTomasz`,
      },
      rationale: `A draft for Tomasz to read before it goes to ${customer.first}.`,
      slips: [
        unfit(0.19, "draft_email", ["/to", "Expected array, received string", customer.email], {
          to: customer.email,
        }),
      ],
      took: [260, 900],
    },
  ];
}

function aboutSendMail(scene: Scene) {
  const { chance, company, bold } = scene;
  const business = aBusiness(chance);
  const to = bold
    ? [`press@${business.domain}`, `office@${business.domain}`]
    : [`accounts@${business.domain}`];
  const many = bold ? chance.int(46, 71) : 1;
  const asked = chance.pick(company.people).name;
  const subject = bold ? "Change of our bank details" : `Your order for ${business.name}`;
  return { business, to, many, asked, subject };
}

function sendMail(scene: Scene): Step[] {
  const { company, bold } = scene;
  const about = aboutSendMail(scene);
  const { business, to, asked, subject } = about;
  return [
    {
      provider: "gmail",
      tool: "search_emails",
      arguments: { query: `to:${business.domain} newer_than:60d`, maxResults: 10 },
      rationale: `What was last written to ${business.name}, so that the mail fits.`,
      empty: 0.1,
      took: [220, 800],
    },
    {
      provider: "gmail",
      tool: "send_email",
      arguments: {
        to,
        subject,
        body: bold
          ? "Dear partners,\n\nour bank details change on the first of next month. The letter with the new account is attached.\n\nKind regards"
          : `Hello,\n\nyour order is ready and leaves us on ${day(scene.at, 2)}.\n\nKind regards\n${asked}`,
        ...(bold ? { bcc: [`suppliers@${company.domain}`] } : {}),
      },
      rationale: bold
        ? `${asked} asked to tell all suppliers about the new account before the next invoices.`
        : `${business.name} asked when their order leaves; ${asked} gave the date.`,
      took: [320, 1_200],
      held: heldSendMail(scene, about),
    },
  ];
}

function heldSendMail(
  { chance, company, bold }: Scene,
  { business, to, many, subject }: ReturnType<typeof aboutSendMail>,
): Held {
  return {
    risk: bold ? "critical" : "medium",
    because: bold ? "risk" : "requires_confirmation",
    summary: bold ? `Mail new bank details to ${count(many)} suppliers` : `Send a mail to ${business.name}`,
    impact: bold ? "Suppliers will pay to another account." : "Sends a mail in the company's name.",
    facts: {
      what: "Email",
      to_whom: bold ? `suppliers@${company.domain}` : to[0],
      how_many: many,
      undo: "impossible",
    },
    preview: { format: "text", content: `To: ${to.join(", ")}\nSubject: ${subject}` },
    quorum: bold ? 2 : 1,
    result: { id: chance.hex(16), labelIds: ["SENT"] },
    error: { code: "invalid_grant", message: "Token has been expired or revoked." },
    no: bold
      ? [
          "I know nothing of a new account. This looks like fraud: reported to security.",
          "Bank details only ever by signed letter.",
        ]
      : ["I answered them by phone.", "The date is wrong: stock arrives a day later."],
    changes: "Leave out the date until the carrier confirms it.",
  };
}

function mailboxCleanUp(scene: Scene): Step[] {
  const { chance, bold } = scene;
  const many = bold ? chance.int(3_900, 5_600) : chance.int(30, 240);
  return [
    {
      provider: "gmail",
      tool: "search_emails",
      arguments: { query: bold ? "older_than:2y" : "category:promotions older_than:90d", maxResults: 500 },
      rationale: "Mail that can go, because the mailbox is nearly full.",
      took: [400, 2_000],
    },
    {
      provider: "gmail",
      tool: "batch_delete_emails",
      arguments: { messageIds: Array.from({ length: 5 }, () => chance.hex(16)), batchSize: 50 },
      rationale: bold
        ? "The shared mailbox is at 98 percent; everything older than two years would make room."
        : "Promotions older than 90 days, as the mailbox rule says.",
      took: [900, 7_000],
      held: {
        risk: bold ? "critical" : "high",
        summary: `Delete ${count(many)} messages for good`,
        impact: "Skips the bin: the messages cannot be restored.",
        facts: {
          what: "Delete mail",
          to_whom: bold ? "The shared mailbox" : "Promotions",
          how_many: many,
          undo: "impossible",
        },
        result: { successCount: many, failureCount: 0 },
        error: {
          code: "backendError",
          message: `Backend error after ${count(Math.round(many / 2))} messages`,
        },
        no: ["Tax law: we keep mail for six years.", "Archive, do not delete."],
        changes: "Move them to the bin instead.",
      },
    },
  ];
}

export const INBOX: readonly Task[] = [
  {
    name: "answer",
    weight: 16,
    companies: ["sample-fernhill", "sample-juniper"],
    agents: ["support-copilot", "front-desk"],
    held: false,
    steps: answer,
  },
  {
    name: "send mail",
    weight: 8,
    companies: ["sample-fernhill", "sample-juniper"],
    agents: ["support-copilot", "chatgpt"],
    held: true,
    steps: sendMail,
  },
  {
    name: "mailbox",
    weight: 3,
    companies: ["sample-fernhill"],
    agents: ["chatgpt"],
    held: true,
    steps: mailboxCleanUp,
  },
];
