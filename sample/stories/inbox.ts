import { call, fails, type Story, story, unfit } from "../engine/story";
import { bold, business, code, colleague, hex, int, person, pick, times } from "../engine/template";
import { FERNHILL, JUNIPER } from "./world";

export const INBOX: readonly Story[] = [
  story("answer", 16, [FERNHILL, JUNIPER], ["support-copilot", "front-desk"], {
    customer: person,
    order: int(48_100, 59_900),
    mail: code("", 12),
    "gmail/search_emails": call([220, 860], {
      arguments: { query: "is:unread label:support newer_than:2d", maxResults: pick(10, 25) },
      why: "Unanswered mail of the last two days in the support mailbox.",
      slips: fails(0.05, "rate_limited", "429: User-rate limit exceeded. Retry after 4 s"),
    }),
    "gmail/read_email": call([140, 520], {
      arguments: { messageId: hex(16) },
      why: "{customer}'s mail about order {order}.",
      slips: fails(0.1, "not_found", "Requested entity was not found.", { messageId: "<{mail}@mail>" }),
    }),
    "gmail/draft_email": call([260, 900], {
      arguments: {
        to: ["{customer.email}"],
        subject: "Re: order {order}",
        body: "Hello {customer.first},\n\nthank you for writing. Your parcel left our warehouse yesterday; the link in the confirmation shows where it is.\n\nTomasz",
      },
      why: "A draft for Tomasz to read before it goes to {customer.first}.",
      slips: unfit(0.19, { to: "{customer.email}" }),
    }),
  }),
  story("send mail", 8, [FERNHILL, JUNIPER], ["support-copilot", "chatgpt"], {
    business,
    many: bold(int(46, 71), 1),
    asked: colleague,
    subject: bold("Change of our bank details", "Your order for {business}"),
    to: bold(["press@{business.domain}", "office@{business.domain}"], ["accounts@{business.domain}"]),
    whom: bold("suppliers@{company.domain}", "{to.0}"),
    "gmail/search_emails": call([220, 800], {
      arguments: { query: "to:{business.domain} newer_than:60d", maxResults: 10 },
      why: "What was last written to {business}, so that the mail fits.",
      empty: 0.1,
    }),
    "gmail/send_email": call([320, 1_200], {
      arguments: {
        to: "{to}",
        subject: "{subject}",
        body: bold(
          "Dear partners,\n\nour bank details change on the first of next month. The letter with the new account is attached.\n\nKind regards",
          "Hello,\n\nyour order is ready and ships on {today+2}.\n\nKind regards\n{asked}",
        ),
        bcc: bold<unknown>(["{whom}"], undefined),
      },
      why: bold(
        "{asked} asked to inform all suppliers about the new account before the next invoices.",
        "{business} asked when their order ships; {asked} gave the date.",
      ),
      risk: bold("critical", "medium"),
      summary: bold("Mail new bank details to {many|count} suppliers", "Send a mail to {business}"),
      impact: bold("Suppliers will pay to another account.", "Sends a mail in the company's name."),
      facts: ["Email", "{whom}", "{many}", "impossible"],
      text: bold("To: {to.0}, {to.1}\nSubject: {subject}", "To: {to.0}\nSubject: {subject}"),
      result: { id: hex(16), labelIds: ["SENT"] },
      error: "invalid_grant: Token has been expired or revoked.",
      no: bold(
        [
          "I know nothing of a new account. This looks like fraud: reported to security.",
          "Bank details only ever by signed letter.",
        ],
        ["I answered them by phone.", "The date is wrong: stock arrives a day later."],
      ),
      changes: "Leave out the date until the carrier confirms it.",
      next: {
        body: "Hello,\n\nyour order is ready. We write again as soon as it ships.\n\nKind regards\n{asked}",
      },
    }),
  }),
  story("mailbox", 3, [FERNHILL], ["chatgpt"], {
    many: bold(int(390, 560), int(12, 40)),
    "gmail/search_emails": call([400, 2_000], {
      arguments: { query: bold("older_than:2y", "category:promotions older_than:90d"), maxResults: 500 },
      why: "Mail that can go, because the mailbox is nearly full.",
    }),
    "gmail/batch_delete_emails": call([900, 7_000], {
      arguments: { messageIds: times("{many}", hex(16)), batchSize: 50 },
      why: bold(
        "The shared mailbox is at 98 percent; everything older than two years would make room.",
        "Promotions older than 90 days, as the mailbox rule says.",
      ),
      risk: bold("critical", "high"),
      summary: "Delete {many|count} messages for good",
      impact: "Skips the bin: the messages cannot be restored.",
      facts: ["Delete mail", bold("The shared mailbox", "Promotions"), "{many}", "impossible"],
      result: { successCount: "{many}", failureCount: 0 },
      error: "backendError: Backend error after {many/2|count} messages",
      no: ["Tax law: we keep mail for six years.", "Archive, do not delete."],
      changes: "Move them to the bin instead.",
    }),
  }),
];
