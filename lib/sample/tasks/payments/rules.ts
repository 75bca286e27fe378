import { unfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";
import { aBusiness, aCustomer, money, month } from "../../world/rules";

// Refunds, subscriptions, disputes and invoices, through Stripe.

const THINGS = [
  "Tarn 35 rucksack",
  "Ridge rain jacket",
  "Fell boots, size 43",
  "Beck two-person tent",
  "Scree gaiters",
] as const;

const findPayment = (chance: Scene["chance"], customer: string, order: number): Step => ({
  provider: "stripe",
  tool: "list_payment_intents",
  arguments: { customer, limit: 10 },
  rationale: chance.pick([
    `Finding the payment that belongs to order ${order}.`,
    `Need the payment of order ${order} to see what was really charged.`,
  ]),
  slips: [
    unfit(0.12, "list_payment_intents", ["/limit", "Number must be less than or equal to 100", "250"], {
      limit: 250,
    }),
  ],
  empty: 0.05,
  took: [180, 640],
});

function aboutRefund(scene: Scene) {
  const { chance, bold } = scene;
  const customer = aCustomer(chance);
  const [id, order] = [`cus_${chance.code(14)}`, chance.int(48_100, 59_900)];
  const thing = chance.pick(THINGS);
  const cents = bold ? chance.int(89_000, 184_000) : chance.int(1_900, 24_900);
  const intent = `pi_${chance.code(24)}`;
  const less = Math.round(cents * 0.8);
  return { customer, id, order, thing, cents, intent, less };
}

function refund(scene: Scene): Step[] {
  const { chance } = scene;
  const about = aboutRefund(scene);
  const { customer, id, order, thing, cents, intent } = about;
  return [
    {
      provider: "stripe",
      tool: "list_customers",
      arguments: { email: customer.email, limit: 3 },
      rationale: `${customer.name} writes about order ${order}; looking up the account by address.`,
      took: [120, 480],
    },
    findPayment(chance, id, order),
    {
      provider: "stripe",
      tool: "create_refund",
      arguments: { payment_intent: intent, amount: cents },
      rationale: chance.pick([
        `The ${thing} of order ${order} arrived damaged; the return was checked in at the warehouse today.`,
        `${customer.first} returned the ${thing} within 30 days, so the policy gives the full price back.`,
        `Order ${order} was charged twice; refunding the second charge of ${money(cents)}.`,
      ]),
      slips: [
        unfit(0.14, "create_refund", ["/amount", "Expected integer, received float", String(cents / 100)], {
          amount: cents / 100,
        }),
      ],
      took: [420, 1_600],
      held: heldRefund(scene, about),
    },
  ];
}

function heldRefund(
  { chance, bold }: Scene,
  { customer, order, thing, cents, intent, less }: ReturnType<typeof aboutRefund>,
): Held {
  return {
    risk: bold ? "critical" : "high",
    summary: `Refund ${money(cents)} to ${customer.name} for order ${order}`,
    impact: "Moves money back to the customer's card.",
    facts: { what: "Refund", to_whom: customer.name, how_many: money(cents), undo: "impossible" },
    preview: {
      format: "json",
      content: JSON.stringify(
        {
          order,
          charged: money(cents),
          refund: money(cents),
          card: `•••• ${chance.int(1_000, 9_999)}`,
          returned: thing,
        },
        null,
        2,
      ),
    },
    result: { id: `re_${chance.code(24)}`, amount: cents, currency: "eur", status: "succeeded" },
    error: {
      code: "charge_already_refunded",
      message: `Charge for ${intent} has already been refunded.`,
    },
    no: [
      "The item is not back yet; refund when the warehouse has it.",
      "Outside of the 30 days. Offer store credit instead.",
      "This customer had three refunds this month. I am calling them first.",
    ],
    changes: "Keep the shipping cost: refund the item only.",
    edit: {
      arguments: { payment_intent: intent, amount: less },
      reason: `Shipping is not refunded: ${money(less)}.`,
    },
  };
}

function cancellation(scene: Scene): Step[] {
  const { chance } = scene;
  const business = aBusiness(chance);
  const [customer, subscription] = [`cus_${chance.code(14)}`, `sub_${chance.code(24)}`];
  return [
    {
      provider: "stripe",
      tool: "list_subscriptions",
      arguments: { customer, status: "active", limit: 5 },
      rationale: `${business.name} asked to end their plan; checking what they have.`,
      slips: [
        unfit(
          0.22,
          "list_subscriptions",
          [
            "/status",
            "Invalid enum value. Expected 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'trialing' | 'all'",
            "cancelled",
          ],
          { status: "cancelled" },
        ),
      ],
      empty: 0.05,
      took: [140, 520],
    },
    {
      provider: "stripe",
      tool: "cancel_subscription",
      arguments: { subscription },
      rationale: chance.pick([
        `${business.name} cancelled by mail with the required notice; their period ends in ${month(scene.at)}.`,
        `The account manager confirmed that ${business.name} does not renew.`,
      ]),
      took: [380, 1_300],
      held: {
        risk: "high",
        summary: `Cancel the subscription of ${business.name} at once`,
        impact: "Ends their access today. Stripe cannot restore a cancelled subscription.",
        facts: { what: "Cancel a subscription", to_whom: business.name, how_many: 1, undo: "impossible" },
        precondition: `subscription:${subscription.slice(0, 12)}`,
        result: { id: subscription, status: "canceled" },
        error: { code: "resource_missing", message: `No such subscription: '${subscription}'` },
        no: ["They changed their mind on the phone today.", "Cancel at the end of the period, not at once."],
        changes: "Use the end of the period instead of an immediate cancellation.",
      },
    },
  ];
}

function dispute(scene: Scene): Step[] {
  const { chance } = scene;
  const id = `du_${chance.code(24)}`;
  const order = chance.int(48_100, 59_900);
  return [
    {
      provider: "stripe",
      tool: "list_disputes",
      arguments: { limit: 10 },
      rationale: "The morning check for disputes that need evidence.",
      took: [150, 540],
    },
    {
      provider: "stripe",
      tool: "update_dispute",
      arguments: {
        dispute: id,
        evidence: {
          uncategorized_text: `Order ${order} was delivered and signed for. The tracking page and the signature are attached.`,
        },
        submit: true,
      },
      rationale: `Evidence for the dispute of order ${order} is due in two days; the parcel was signed for.`,
      took: [420, 1_500],
      held: {
        risk: "high",
        because: "requires_confirmation",
        summary: `Submit the evidence for the dispute of order ${order}`,
        impact: "Evidence can be submitted once. The bank decides on what it says.",
        facts: { what: "Dispute evidence", to_whom: "The customer's bank", how_many: 1, undo: "impossible" },
        result: { id, status: "under_review" },
        error: {
          code: "dispute_already_submitted",
          message: "Evidence was already submitted for this dispute.",
        },
        no: ["The signature is not the customer's. Refund instead."],
        changes: "Attach the chat in which the customer confirms the delivery.",
      },
    },
  ];
}

function balance(scene: Scene): Step[] {
  const { chance } = scene;
  return [
    {
      provider: "stripe",
      tool: "retrieve_balance",
      arguments: {},
      rationale: `Closing figures of ${month(scene.at, -1)} for the finance sheet.`,
      took: [90, 320],
    },
    {
      provider: "stripe",
      tool: "list_invoices",
      arguments: { limit: 100 },
      rationale: `Open invoices older than 30 days, for the ${month(scene.at)} reminder run.`,
      slips: [{ share: 0.06, outcome: "rate_limited", error: "429 Too many requests: retry after 1 s" }],
      took: [300, 1_400],
    },
    {
      provider: "stripe",
      tool: "search_stripe_documentation",
      arguments: {
        question: chance.pick([
          "How are partial refunds of an invoice booked?",
          "When does a past_due subscription become unpaid?",
        ]),
        language: "node",
      },
      rationale: "The booking rule is not in our handbook; looking it up before changing figures.",
      empty: 0.1,
      took: [500, 2_200],
    },
  ];
}

function clinicInvoice(scene: Scene): Step[] {
  const { chance, bold } = scene;
  const patient = aCustomer(chance);
  const [customer, invoice] = [`cus_${chance.code(14)}`, `in_${chance.code(24)}`];
  const cents = bold ? chance.int(310_000, 560_000) : chance.int(4_500, 32_000);
  return [
    {
      provider: "stripe",
      tool: "create_invoice",
      arguments: { customer, days_until_due: 14 },
      rationale: `Treatment of ${patient.name} was completed this week; the invoice is a draft until checked.`,
      slips: [
        unfit(0.15, "create_invoice", ["/days_until_due", "Expected integer, received string", "14 days"], {
          days_until_due: "14 days",
        }),
      ],
      took: [260, 900],
    },
    {
      provider: "stripe",
      tool: "finalize_invoice",
      arguments: { invoice },
      rationale: `Hanna checked the positions of ${patient.name}'s invoice; finalising sends it.`,
      took: [300, 1_100],
      held: {
        risk: "medium",
        because: "requires_confirmation",
        summary: `Finalise and send the invoice of ${money(cents)} to ${patient.name}`,
        impact: "A finalised invoice cannot be edited, only credited.",
        facts: { what: "Invoice", to_whom: patient.name, how_many: money(cents), undo: "by a credit note" },
        result: { id: invoice, status: "open", amount_due: cents },
        error: { code: "invoice_no_customer_line_items", message: "Nothing to invoice for customer." },
        no: ["The insurance pays this one.", "Two positions are missing."],
        changes: "Split it: the laboratory is billed by itself.",
      },
    },
  ];
}

export const PAYMENTS: readonly Task[] = [
  {
    name: "refund",
    weight: 16,
    companies: ["sample-fernhill"],
    agents: ["support-copilot", "billing-agent"],
    held: true,
    steps: refund,
  },
  {
    name: "cancellation",
    weight: 6,
    companies: ["sample-fernhill"],
    agents: ["billing-agent"],
    held: true,
    steps: cancellation,
  },
  {
    name: "dispute",
    weight: 4,
    companies: ["sample-fernhill"],
    agents: ["billing-agent"],
    held: true,
    steps: dispute,
  },
  {
    name: "balance",
    weight: 8,
    companies: ["sample-fernhill", "sample-juniper"],
    agents: ["billing-agent", "chatgpt"],
    held: false,
    steps: balance,
  },
  {
    name: "invoice",
    weight: 9,
    companies: ["sample-juniper"],
    agents: ["billing-agent"],
    held: true,
    steps: clinicInvoice,
  },
];
