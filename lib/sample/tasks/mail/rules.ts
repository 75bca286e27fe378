import { unfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";
import { aCustomer, count, day, month } from "../../world/rules";

// Newsletters, contacts and the mail that shops send, through Resend.

const SEGMENTS = [
  { id: "seg_9d2c", name: "Newsletter subscribers", size: 4_180 },
  { id: "seg_71ab", name: "Bought hiking boots in the last year", size: 402 },
  { id: "seg_e03f", name: "Loyalty members", size: 1_236 },
  { id: "seg_2b88", name: "Abandoned basket this week", size: 318 },
] as const;
const EVERYBODY = { id: "seg_all_customers", name: "All customers", size: 10_412 } as const;

const OCCASIONS = [
  (s: Scene) => ({
    name: `${month(s.at)} pricing change`,
    subject: `Our prices change on 1 ${month(s.at, 1)}`,
  }),
  (s: Scene) => ({
    name: `Winter sale, week ${s.chance.int(1, 4)}`,
    subject: "Up to 30% off jackets until Sunday",
  }),
  (s: Scene) => ({ name: "Boot care guide", subject: `How to look after your boots this ${month(s.at)}` }),
  (s: Scene) => ({ name: `Restock ${day(s.at)}`, subject: "Back in stock: the Tarn 35 rucksack" }),
  () => ({ name: "Store opening Porto", subject: "We open in Porto: come and say hello" }),
  () => ({ name: "Recall notice, Ridge carabiner", subject: "Please stop using the Ridge carabiner" }),
];

const listSegments = ({ chance }: Scene): Step => ({
  provider: "resend",
  tool: "list-segments",
  arguments: { limit: 50 },
  rationale: chance.pick([
    "Finding the segment the marketing brief names before writing anything.",
    "Need the segment's id; the brief gives only its name.",
    "Looking up which segments exist so that the mail goes to the right people.",
  ]),
  took: [90, 380],
});

function aboutBroadcast(scene: Scene) {
  const { chance, company, bold } = scene;
  const segment = bold ? EVERYBODY : chance.pick(SEGMENTS);
  const size = segment.size + chance.int(-9, 30);
  const { name, subject } = chance.pick(OCCASIONS)(scene);
  const broadcastId = `bc_${chance.code(10)}`;
  const owner = chance.pick(company.people).name;
  const from = `Fernhill <hello@${company.domain}>`;
  return { segment, size, name, subject, broadcastId, owner, from };
}

function broadcast(scene: Scene): Step[] {
  const { chance } = scene;
  const about = aboutBroadcast(scene);
  const { segment, name, subject, broadcastId, owner, from } = about;
  return [
    listSegments(scene),
    {
      provider: "resend",
      tool: "create-broadcast",
      arguments: {
        name,
        segmentId: segment.id,
        subject,
        from,
        text: `Hello {{{FIRST_NAME|there}}},\n\n${subject}. Everything you need to know is on fernhill.example.\n\nThe Fernhill team\n{{{RESEND_UNSUBSCRIBE_URL}}}`,
      },
      rationale: chance.pick([
        `Drafting the mail “${name}” from the copy ${owner} approved in the brief.`,
        `${owner} asked for “${name}” to be ready for review today.`,
      ]),
      slips: [
        unfit(0.16, "create-broadcast", ["/segmentId", "Required"], {
          segmentId: undefined,
          segment: segment.name,
        }),
      ],
      took: [240, 900],
    },
    {
      provider: "resend",
      tool: "send-broadcast",
      arguments: {
        broadcastId,
        ...(chance.maybe(0.3) ? { scheduledAt: `${day(scene.at, 1)}T08:00:00Z` } : {}),
      },
      rationale: chance.pick([
        `${owner} signed off the draft and asked to send it to “${segment.name}”.`,
        `The draft was reviewed in #marketing; sending it to “${segment.name}” as planned.`,
        "The campaign calendar has this mail for today and the draft is final.",
      ]),
      took: [800, 4_200],
      held: heldBroadcast(scene, about),
    },
  ];
}

function heldBroadcast(
  { bold }: Scene,
  { segment, size, name, subject, broadcastId, from }: ReturnType<typeof aboutBroadcast>,
): Held {
  return {
    risk: bold ? "critical" : "high",
    because: "risk",
    summary: `Send the broadcast “${name}” to ${count(size)} contacts`,
    impact: "Sends real mail to customers. It cannot be called back.",
    facts: {
      what: "Email broadcast",
      to_whom: `Segment ${segment.name}`,
      how_many: size,
      undo: "impossible",
    },
    preview: {
      format: "text",
      content: `From: ${from}\nSubject: ${subject}\nTo: ${segment.name} (${count(size)})\n\n${subject}. Everything you need to know is on fernhill.example.`,
    },
    quorum: bold ? 2 : 1,
    result: { id: broadcastId, recipients: size, status: "sending" },
    error: {
      code: "rate_limit_exceeded",
      message: "429: daily sending quota of the plan is used up; the broadcast stays a draft.",
    },
    no: [
      "The segment is wrong: this was meant for loyalty members only.",
      "Legal has not signed the text yet. Ask again on Monday.",
      "We sent one yesterday already. Not two days in a row.",
    ],
    changes: "Send it as a test to the team first, then ask again with the test's id.",
  };
}

function aboutErasure(scene: Scene) {
  const { chance } = scene;
  const customer = aCustomer(chance);
  const ticket = chance.int(20_310, 29_870);
  return { customer, ticket };
}

function erasure(scene: Scene): Step[] {
  const { chance } = scene;
  const about = aboutErasure(scene);
  const { customer, ticket } = about;
  return [
    {
      provider: "gmail",
      tool: "search_emails",
      arguments: { query: `from:${customer.email} subject:(delete OR erase)`, maxResults: 5 },
      rationale: `Reading the request in ticket ${ticket} before anything is deleted.`,
      empty: 0.06,
      took: [180, 700],
    },
    {
      provider: "resend",
      tool: "get-contact",
      arguments: { email: customer.email },
      rationale: `Checking that ${customer.first} is a contact at all, for the erasure request in ticket ${ticket}.`,
      slips: [
        {
          share: 0.07,
          outcome: "not_found",
          error: `Contact ${customer.email} not found`,
          wrong: { email: customer.email.replace(".", "") },
        },
      ],
      took: [80, 300],
    },
    {
      provider: "resend",
      tool: "remove-contact",
      arguments: { email: customer.email },
      rationale: chance.pick([
        `${customer.name} asked for erasure under GDPR Article 17 (ticket ${ticket}); the legal deadline is close.`,
        `Erasure request in ticket ${ticket}: removing the contact from mailing, as the privacy runbook says.`,
      ]),
      took: [120, 500],
      held: heldErasure(scene, about),
    },
  ];
}

function heldErasure(_: Scene, { customer, ticket }: ReturnType<typeof aboutErasure>): Held {
  return {
    risk: "high",
    summary: `Delete the contact ${customer.email} from all segments`,
    impact: "Removes the contact with its consent history.",
    facts: { what: "Erase a contact", to_whom: customer.email, how_many: 1, undo: "impossible" },
    precondition: `ticket:${ticket}`,
    result: { object: "contact", contact: customer.email, deleted: true },
    error: { code: "not_found", message: "Contact not found: it was removed by another request." },
    no: [
      "There is an open order. Erase after it is delivered.",
      "This is not the person who wrote to us; compare the address.",
    ],
    changes: "Export the consent history to the ticket first.",
  };
}

function missingMail(scene: Scene): Step[] {
  const { chance } = scene;
  const customer = aCustomer(chance);
  const order = chance.int(48_100, 59_900);
  const email = `em_${chance.code(12)}`;
  return [
    {
      provider: "resend",
      tool: "list-emails",
      arguments: { limit: chance.pick([20, 50, 100]) },
      rationale: `${customer.first} did not get the confirmation of order ${order}; looking for it among the mail sent.`,
      slips: [
        unfit(0.14, "list-emails", ["/limit", "Expected number, received string", "100"], { limit: "100" }),
      ],
      took: [140, 620],
    },
    {
      provider: "resend",
      tool: "get-email",
      arguments: { id: email },
      rationale: chance.pick([
        `Reading the delivery events of the confirmation for order ${order}.`,
        `Need to know whether the mail for order ${order} bounced or was never sent.`,
      ]),
      empty: 0.04,
      took: [70, 260],
    },
    {
      provider: "resend",
      tool: "send-email",
      arguments: {
        from: "orders@fernhill.example",
        to: [customer.email],
        subject: `Your order ${order}`,
        text: `Hello ${customer.first},\n\nhere is the confirmation of your order ${order} again.\n\nFernhill Outdoor`,
      },
      rationale: `The confirmation of order ${order} bounced; ${customer.first} asked for it again in the chat.`,
      slips: [
        unfit(0.2, "send-email", ["/to", "Expected array, received string", customer.email], {
          to: customer.email,
        }),
      ],
      took: [180, 760],
    },
  ];
}

function aboutClinicReminders(scene: Scene) {
  const { chance, bold } = scene;
  const many = bold ? chance.int(410, 480) : chance.int(18, 34);
  const when = day(scene.at, bold ? 7 : 1);
  const list = Array.from({ length: 3 }, () => aCustomer(chance));
  return { many, when, list };
}

function clinicReminders(scene: Scene): Step[] {
  const about = aboutClinicReminders(scene);
  const { when, list } = about;
  return [
    {
      provider: "airtable",
      tool: "list_records",
      arguments: {
        baseId: "appJuniper01",
        tableId: "tblAppointments",
        filterByFormula: `{Day} = '${when}'`,
        maxRecords: 100,
      },
      rationale: `Who has an appointment on ${when}, to remind them.`,
      slips: [
        {
          share: 0.18,
          outcome: "validation_error",
          error:
            "INVALID_FILTER_BY_FORMULA: The formula for filtering records is invalid: Unknown field names: day",
          wrong: { filterByFormula: `day = "${when}"` },
        },
      ],
      took: [260, 900],
    },
    {
      provider: "resend",
      tool: "send-batch-emails",
      arguments: {
        emails: list.map((to) => ({
          from: "Juniper Clinics <desk@juniper.example>",
          to: [to.email],
          subject: `Your appointment on ${when}`,
          text: `Dear ${to.first},\n\nwe look forward to seeing you on ${when}. Please call us if you cannot come.\n\nJuniper Clinics`,
        })),
      },
      rationale: `Daily reminders for ${when}, as the practice manager set up in September.`,
      took: [600, 2_400],
      held: heldClinicReminders(scene, about),
    },
  ];
}

function heldClinicReminders(
  { chance }: Scene,
  { many, when, list }: ReturnType<typeof aboutClinicReminders>,
): Held {
  return {
    risk: "high",
    because: "requires_confirmation",
    summary: `Send appointment reminders to ${count(many)} patients`,
    impact: "Sends mail with appointment times to patients.",
    facts: { what: "Reminder mail", to_whom: `Patients of ${when}`, how_many: many, undo: "impossible" },
    preview: {
      format: "text",
      content: `Subject: Your appointment on ${when}\n\nDear ${list[0]?.first},\n\nwe look forward to seeing you on ${when}. Please call us if you cannot come.\n\nJuniper Clinics`,
    },
    result: { sent: many, failed: 0 },
    error: {
      code: "validation_error",
      message: `422: recipient ${chance.int(3, 17)} has no valid address; the whole batch was refused.`,
    },
    no: ["These went out this morning already.", "The practice is closed that day."],
    changes: "Leave out those who opted for text messages.",
  };
}

export const MAIL: readonly Task[] = [
  {
    name: "broadcast",
    weight: 9,
    companies: ["sample-fernhill"],
    agents: ["growth-agent", "claude-code"],
    held: true,
    steps: broadcast,
  },
  {
    name: "erasure",
    weight: 6,
    companies: ["sample-fernhill"],
    agents: ["support-copilot"],
    held: true,
    steps: erasure,
  },
  {
    name: "missing mail",
    weight: 12,
    companies: ["sample-fernhill"],
    agents: ["support-copilot"],
    held: false,
    steps: missingMail,
  },
  {
    name: "reminders",
    weight: 8,
    companies: ["sample-juniper"],
    agents: ["front-desk"],
    held: true,
    steps: clinicReminders,
  },
];
