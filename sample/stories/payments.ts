import { call, fails, type Story, story, unfit } from "../engine/story";
import { bold, business, code, int, person, pick } from "../engine/template";
import { FERNHILL, JUNIPER } from "./world";

export const PAYMENTS: readonly Story[] = [
  story("refund", 16, [FERNHILL], ["support-copilot", "billing-agent"], {
    customer: person,
    account: code("cus_", 14),
    order: int(48_100, 59_900),
    thing: pick(
      "Tarn 35 rucksack",
      "Ridge rain jacket",
      "Fell boots, size 43",
      "Beck two-person tent",
      "Scree gaiters",
    ),
    cents: bold(int(89_000, 184_000), int(1_900, 24_900)),
    intent: code("pi_", 24),
    card: int(1_000, 9_999),
    "stripe/list_customers": call([120, 480], {
      arguments: { email: "{customer.email}", limit: 3 },
      why: "{customer} writes about order {order}; looking up the account by address.",
    }),
    "stripe/list_payment_intents": call([180, 640], {
      arguments: { customer: "{account}", limit: 10 },
      why: pick(
        "Finding the payment that belongs to order {order}.",
        "Need the payment of order {order} to see what was really charged.",
      ),
      slips: unfit(0.12, { limit: 250 }),
      empty: 0.05,
    }),
    "stripe/create_refund": call([420, 1_600], {
      arguments: { payment_intent: "{intent}", amount: "{cents}" },
      why: pick(
        "The {thing} of order {order} arrived damaged; the return was checked in at the warehouse today.",
        "{customer.first} returned the {thing} within 30 days, so the policy gives the full price back.",
        "Order {order} was charged twice; refunding the second charge of {cents|money}.",
      ),
      slips: unfit(0.14, { amount: "{cents/100}" }),
      risk: bold("critical", "high"),
      summary: "Refund {cents|money} to {customer} for order {order}",
      impact: "Moves money back to the customer's card.",
      facts: ["Refund", "{customer.name}", "{cents|money}", "impossible"],
      json: {
        order: "{order}",
        charged: "{cents|money}",
        refund: "{cents|money}",
        card: "•••• {card}",
        returned: "{thing}",
      },
      result: { id: code("re_", 24), amount: "{cents}", currency: "eur", status: "succeeded" },
      error: "charge_already_refunded: Charge for {intent} has already been refunded.",
      no: [
        "The item is not back yet; refund when the warehouse has it.",
        "Outside of the 30 days. Offer store credit instead.",
        "This customer had three refunds this month. I am calling them first.",
      ],
      changes: "Keep the shipping cost: refund the item only.",
      // Without the shipping.
      edit: { amount: "{cents-490}" },
    }),
  }),
  story("cancellation", 6, [FERNHILL], ["billing-agent"], {
    business,
    subscription: code("sub_", 24),
    "stripe/list_subscriptions": call([140, 520], {
      arguments: { customer: code("cus_", 14), status: "active", limit: 5 },
      why: "{business} asked to end their plan; checking what they have.",
      slips: unfit(0.22, { status: "cancelled" }),
      empty: 0.05,
    }),
    "stripe/cancel_subscription": call([380, 1_300], {
      arguments: { subscription: "{subscription}" },
      why: pick(
        "{business} cancelled by mail with the required notice; their period ends in {month}.",
        "The account manager confirmed that {business} does not renew.",
      ),
      risk: "high",
      summary: "Cancel the subscription of {business} at once",
      impact: "Ends their access today. Stripe cannot restore a cancelled subscription.",
      facts: ["Cancel a subscription", "{business.name}", 1, "impossible"],
      precondition: "subscription:{subscription}",
      result: { id: "{subscription}", status: "canceled" },
      error: "resource_missing: No such subscription: '{subscription}'",
      no: ["They changed their mind on the phone today.", "Cancel at the end of the period, not at once."],
      changes: "Use the end of the period instead of an immediate cancellation.",
    }),
  }),
  story("dispute", 4, [FERNHILL], ["billing-agent"], {
    dispute: code("du_", 24),
    order: int(48_100, 59_900),
    "stripe/list_disputes": call([150, 540], {
      arguments: { limit: 10 },
      why: "The morning check for disputes that need evidence.",
    }),
    "stripe/update_dispute": call([420, 1_500], {
      arguments: {
        dispute: "{dispute}",
        evidence: {
          uncategorized_text:
            "Order {order} was delivered and signed for. The tracking page and the signature are attached.",
        },
        submit: true,
      },
      why: "Evidence for the dispute of order {order} is due in two days; the parcel was signed for.",
      risk: "high",
      because: "requires_confirmation",
      summary: "Submit the evidence for the dispute of order {order}",
      impact: "Evidence can be submitted once. The bank decides on what it says.",
      facts: ["Dispute evidence", "The customer's bank", 1, "impossible"],
      result: { id: "{dispute}", status: "under_review" },
      error: "dispute_already_submitted: Evidence was already submitted for this dispute.",
      no: ["The signature is not the customer's. Refund instead."],
      changes: "Attach the chat in which the customer confirms the delivery.",
    }),
  }),
  story("balance", 8, [FERNHILL, JUNIPER], ["billing-agent", "chatgpt"], {
    "stripe/retrieve_balance": call([90, 320], {
      why: "Closing figures of {month-1} for the finance sheet.",
    }),
    "stripe/list_invoices": call([300, 1_400], {
      arguments: { limit: 100 },
      why: "Open invoices older than 30 days, for the {month} reminder run.",
      slips: fails(0.06, "rate_limited", "429 Too many requests: retry after 1 s"),
    }),
    "stripe/search_stripe_documentation": call([500, 2_200], {
      arguments: {
        question: pick(
          "How are partial refunds of an invoice booked?",
          "When does a past_due subscription become unpaid?",
        ),
        language: "node",
      },
      why: "The booking rule is not in our handbook; looking it up before changing figures.",
      empty: 0.1,
    }),
  }),
  story("invoice", 9, [JUNIPER], ["billing-agent"], {
    patient: person,
    invoice: code("in_", 24),
    cents: bold(int(310_000, 560_000), int(4_500, 32_000)),
    "stripe/create_invoice": call([260, 900], {
      arguments: { customer: code("cus_", 14), days_until_due: 14 },
      why: "Treatment of {patient} was completed this week; the invoice is a draft until checked.",
      slips: unfit(0.15, { days_until_due: "14 days" }),
    }),
    "stripe/finalize_invoice": call([300, 1_100], {
      arguments: { invoice: "{invoice}" },
      why: "Hanna checked the lines of {patient}'s invoice; finalising sends it.",
      risk: "medium",
      summary: "Finalise and send the invoice of {cents|money} to {patient}",
      impact: "A finalised invoice cannot be edited, only credited.",
      facts: ["Invoice", "{patient.name}", "{cents|money}", "by a credit note"],
      result: { id: "{invoice}", status: "open", amount_due: "{cents}" },
      error: "invoice_no_customer_line_items: Nothing to invoice for customer.",
      no: ["The insurance pays this one.", "Two lines are missing."],
      changes: "Split it: bill the laboratory separately.",
    }),
  }),
];
