import { call, fails, type Story, story, unfit } from "../engine/story";
import { bold, code, colleague, each, int, maybe, person, pick, times } from "../engine/template";
import { FERNHILL, JUNIPER } from "./world";

const TEXT = "{mail.subject}. Everything you need to know is on fernhill.example.";
const REMINDER =
  "we look forward to seeing you on {when}. Please call us if you cannot come.\n\nJuniper Clinics";

export const MAIL: readonly Story[] = [
  story("broadcast", 9, [FERNHILL], ["growth-agent", "claude-code"], {
    segment: bold(
      { id: "seg_all_customers", name: "All customers", size: int(10_403, 10_442) },
      pick(
        { id: "seg_9d2c", name: "Newsletter subscribers", size: int(4_171, 4_210) },
        { id: "seg_71ab", name: "Bought hiking boots in the last year", size: int(393, 432) },
        { id: "seg_e03f", name: "Loyalty members", size: int(1_227, 1_266) },
        { id: "seg_2b88", name: "Abandoned basket this week", size: int(309, 348) },
      ),
    ),
    week: int(1, 4),
    mail: pick(
      { name: "{month} pricing change", subject: "Our prices change on 1 {month+1}" },
      { name: "Winter sale, week {week}", subject: "Up to 30% off jackets until Sunday" },
      { name: "Boot care guide", subject: "How to look after your boots this {month}" },
      { name: "Restock {today}", subject: "Back in stock: the Tarn 35 rucksack" },
      { name: "Store opening Porto", subject: "We open in Porto: come and say hello" },
      { name: "Recall notice, Ridge carabiner", subject: "Please stop using the Ridge carabiner" },
    ),
    broadcast: code("bc_", 10),
    owner: colleague,
    from: "Fernhill <hello@{company.domain}>",
    "resend/list-segments": call([90, 380], {
      arguments: { limit: 50 },
      why: pick(
        "Finding the segment the marketing brief names before writing anything.",
        "Need the segment's id; the brief gives only its name.",
        "Looking up which segments exist so that the mail goes to the right people.",
      ),
    }),
    "resend/create-broadcast": call([240, 900], {
      arguments: {
        name: "{mail.name}",
        segmentId: "{segment.id}",
        subject: "{mail.subject}",
        from: "{from}",
        text: `Hello {{{FIRST_NAME|there}}},\n\n${TEXT}\n\nThe Fernhill team\n{{{RESEND_UNSUBSCRIBE_URL}}}`,
      },
      why: pick(
        "Drafting the mail “{mail}” from the copy {owner} approved in the brief.",
        "{owner} asked for “{mail}” to be ready for review today.",
      ),
      slips: unfit(0.16, { segmentId: undefined, segment: "{segment.name}" }),
    }),
    "resend/send-broadcast": call([800, 4_200], {
      arguments: { broadcastId: "{broadcast}", scheduledAt: maybe(0.3, "{today+1}T08:00:00Z") },
      why: pick(
        "{owner} signed off the draft and asked to send it to “{segment}”.",
        "The draft was reviewed in #marketing; sending it to “{segment}” as planned.",
        "The campaign calendar has this mail for today and the draft is final.",
      ),
      risk: bold("critical", "high"),
      summary: "Send the broadcast “{mail}” to {segment.size|count} contacts",
      impact: "Sends real mail to customers. It cannot be recalled.",
      facts: ["Email broadcast", "Segment {segment}", "{segment.size}", "impossible"],
      text: `From: {from}\nSubject: {mail.subject}\nTo: {segment} ({segment.size|count})\n\n${TEXT}`,
      result: { id: "{broadcast}", recipients: "{segment.size}", status: "sending" },
      error:
        "rate_limit_exceeded: 429: daily sending quota of the plan is used up; the broadcast stays a draft.",
      no: [
        "The segment is wrong: this was meant for loyalty members only.",
        "Legal has not signed the text yet. Ask again on Monday.",
        "We sent one yesterday already. Not two days in a row.",
      ],
      changes: "Send it as a test to the team first, then ask again with the test's id.",
    }),
  }),
  story("erasure", 6, [FERNHILL], ["support-copilot"], {
    customer: person,
    ticket: int(20_310, 29_870),
    "gmail/search_emails": call([180, 700], {
      arguments: { query: "from:{customer.email} subject:(delete OR erase)", maxResults: 5 },
      why: "Reading the request in ticket {ticket} before anything is deleted.",
      empty: 0.06,
    }),
    "resend/get-contact": call([80, 300], {
      arguments: { email: "{customer.email}" },
      why: "Checking that {customer.first} is a contact at all, for the erasure request in ticket {ticket}.",
      slips: fails(0.07, "not_found", "Contact {customer.first|lower}@mailbox.example not found", {
        email: "{customer.first|lower}@mailbox.example",
      }),
    }),
    "resend/remove-contact": call([120, 500], {
      arguments: { email: "{customer.email}" },
      why: pick(
        "{customer} asked for erasure under GDPR Article 17 (ticket {ticket}); the legal deadline is close.",
        "Erasure request in ticket {ticket}: removing the contact from mailing, as the privacy runbook says.",
      ),
      risk: "high",
      summary: "Delete the contact {customer.email} from all segments",
      impact: "Removes the contact with its consent history.",
      facts: ["Erase a contact", "{customer.email}", 1, "impossible"],
      precondition: "ticket:{ticket}",
      result: { object: "contact", contact: "{customer.email}", deleted: true },
      error: "not_found: Contact not found: it was removed by another request.",
      no: [
        "There is an open order. Erase after it is delivered.",
        "This is not the person who wrote to us; compare the address.",
      ],
      changes: "Export the consent history to the ticket first.",
    }),
  }),
  story("missing mail", 12, [FERNHILL], ["support-copilot"], {
    customer: person,
    order: int(48_100, 59_900),
    "resend/list-emails": call([140, 620], {
      arguments: { limit: pick(20, 50, 100) },
      why: "{customer.first} did not get the confirmation of order {order}; looking for it among the mail sent.",
      slips: unfit(0.14, { limit: "100" }),
    }),
    "resend/get-email": call([70, 260], {
      arguments: { id: code("em_", 12) },
      why: pick(
        "Reading the delivery events of the confirmation for order {order}.",
        "Need to know whether the mail for order {order} bounced or was never sent.",
      ),
      empty: 0.04,
    }),
    "resend/send-email": call([180, 760], {
      arguments: {
        from: "orders@fernhill.example",
        to: ["{customer.email}"],
        subject: "Your order {order}",
        text: "Hello {customer.first},\n\nhere is the confirmation of your order {order} again.\n\nFernhill Outdoor",
      },
      why: "The confirmation of order {order} bounced; {customer.first} asked for it again in the chat.",
      slips: unfit(0.2, { to: "{customer.email}" }),
    }),
  }),
  story("reminders", 8, [JUNIPER], ["front-desk"], {
    many: bold(int(58, 84), int(8, 14)),
    when: bold("{today+7}", "{today+1}"),
    patients: times("{many}", person),
    bad: int(3, 17),
    "airtable/list_records": call([260, 900], {
      arguments: {
        baseId: "appJuniper01",
        tableId: "tblAppointments",
        filterByFormula: "{Day} = '{when}'",
        maxRecords: 100,
      },
      why: "Who has an appointment on {when}, to remind them.",
      slips: fails(
        0.18,
        "validation_error",
        "INVALID_FILTER_BY_FORMULA: The formula for filtering records is invalid: Unknown field names: day",
        { filterByFormula: 'day = "{when}"' },
      ),
    }),
    "resend/send-batch-emails": call([600, 2_400], {
      arguments: {
        emails: each("patients", {
          from: "desk@juniper.example",
          to: ["{each.email}"],
          subject: "Your appointment on {when}",
          text: `Dear {each.first},\n\n${REMINDER}`,
        }),
      },
      why: "Daily reminders for {when}, as the practice manager set up in September.",
      risk: "high",
      because: "requires_confirmation",
      summary: "Send appointment reminders to {many|count} patients",
      impact: "Sends mail with appointment times to patients.",
      facts: ["Reminder mail", "Patients of {when}", "{many}", "impossible"],
      text: `Subject: Your appointment on {when}\n\nDear {patients.0.first},\n\n${REMINDER}`,
      result: { sent: "{many}", failed: 0 },
      error: "validation_error: 422: recipient {bad} has no valid address; the whole batch was refused.",
      no: ["These went out this morning already.", "The practice is closed that day."],
      changes: "Leave out those who opted for text messages.",
    }),
  }),
];
