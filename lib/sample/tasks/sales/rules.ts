import { unfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";
import { aBusiness, aCustomer, count, day } from "../../world/rules";

// Contacts, deals and messages: HubSpot and Slack.

const CHANNELS = [
  { id: "C04SALES", name: "#sales" },
  { id: "C02CARE", name: "#customer-care" },
  { id: "C01OPS", name: "#ops-standup" },
] as const;

function aboutOwnerChange(scene: Scene) {
  const { chance, company, bold } = scene;
  const many = bold ? chance.int(780, 940) : chance.int(6, 44);
  const [from, to] = chance.some(company.people, 2);
  const inputs = Array.from({ length: 4 }, () => ({
    id: String(chance.int(300_000_000, 399_999_999)),
    properties: {
      hubspot_owner_id: String(chance.int(50_000_000, 59_999_999)),
      hs_lead_status: "IN_PROGRESS",
    },
  }));
  const owner = String(chance.int(50_000_000, 59_999_999));
  return { many, from, to, inputs, owner };
}

function ownerChange(scene: Scene): Step[] {
  const about = aboutOwnerChange(scene);
  const { from, to, inputs, owner } = about;
  return [
    {
      provider: "hubspot",
      tool: "hubspot-get-user-details",
      arguments: {},
      rationale: "HubSpot wants the account's details before any other call; its own description says so.",
      took: [100, 360],
    },
    {
      provider: "hubspot",
      tool: "hubspot-search-objects",
      arguments: {
        objectType: "contacts",
        filterGroups: [{ filters: [{ propertyName: "hubspot_owner_id", operator: "EQ", value: owner }] }],
        limit: 100,
      },
      rationale: `Which contacts ${from?.name} still owns, before they are handed over.`,
      slips: [
        unfit(
          0.24,
          "hubspot-search-objects",
          ["/filterGroups/0/filters/0/operator", "Invalid enum value. Expected 'EQ' | 'NEQ' …", "equals"],
          {
            filterGroups: [{ filters: [{ propertyName: "owner", operator: "equals", value: from?.name }] }],
          },
        ),
      ],
      empty: 0.05,
      took: [240, 980],
    },
    {
      provider: "hubspot",
      tool: "hubspot-batch-update-objects",
      arguments: { objectType: "contacts", inputs },
      rationale: `${to?.name} takes over the accounts of ${from?.name} from Monday; the list was agreed in the sales meeting.`,
      took: [700, 3_100],
      held: heldOwnerChange(scene, about),
    },
  ];
}

function heldOwnerChange(
  { chance, bold }: Scene,
  { many, from, to }: ReturnType<typeof aboutOwnerChange>,
): Held {
  return {
    risk: bold ? "high" : "medium",
    because: bold ? "risk" : "requires_confirmation",
    summary: `Change the owner of ${count(many)} contacts to ${to?.name}`,
    impact: "Changes who is notified about these contacts and whose figures they count for.",
    facts: {
      what: "Update contacts",
      to_whom: `Contacts of ${from?.name}`,
      how_many: many,
      undo: "by changing them back",
    },
    result: { status: "COMPLETE", updated: many, errors: 0 },
    error: {
      code: "OBJECT_NOT_FOUND",
      message: `${chance.int(2, 9)} of the contacts no longer exist; none was changed.`,
    },
    no: ["Not before the quarter is closed.", "These are key accounts; they stay where they are."],
    changes: "Leave out the open deals.",
  };
}

function aboutLeadNote(scene: Scene) {
  const { chance } = scene;
  const [business, contact] = [aBusiness(chance), aCustomer(chance)];
  return { business, contact };
}

function leadNote(scene: Scene): Step[] {
  const about = aboutLeadNote(scene);
  const { business, contact } = about;
  return [
    {
      provider: "hubspot",
      tool: "hubspot-search-objects",
      arguments: {
        objectType: "companies",
        query: business.name,
        properties: ["name", "domain", "lifecyclestage"],
        limit: 5,
      },
      rationale: `${contact.name} of ${business.name} called; looking for the company's record.`,
      empty: 0.12,
      took: [200, 760],
    },
    {
      provider: "hubspot",
      tool: "hubspot-list-properties",
      arguments: { objectType: "companies", archived: false },
      rationale: "Need the internal name of the lifecycle property; the label alone is refused.",
      took: [160, 620],
    },
    lastOfLeadNote(scene, about),
  ];
}

function lastOfLeadNote(scene: Scene, { business, contact }: ReturnType<typeof aboutLeadNote>): Step {
  const { chance } = scene;
  return {
    provider: "hubspot",
    tool: "hubspot-create-engagement",
    arguments: {
      type: "NOTE",
      ownerId: chance.int(50_000_000, 59_999_999),
      associations: { companyIds: [chance.int(7_000_000, 7_999_999)] },
      metadata: {
        body: `${contact.name} asked for a quote for 40 rucksacks with their logo, delivery by ${day(scene.at, 30)}.`,
      },
    },
    rationale: `Keeping what ${contact.first} of ${business.name} asked for where sales looks for it.`,
    slips: [
      unfit(
        0.18,
        "hubspot-create-engagement",
        ["/ownerId", "Expected integer, received string", contact.name],
        { ownerId: contact.name },
      ),
      {
        share: 0.06,
        outcome: "execution_error",
        error: "403: this app has not been granted the scope crm.objects.owners.read",
        final: true,
      },
    ],
    took: [220, 900],
  };
}

function standup(scene: Scene): Step[] {
  const { chance } = scene;
  const channel = chance.pick(CHANNELS);
  return [
    {
      provider: "slack",
      tool: "slack_list_channels",
      arguments: { limit: 200 },
      rationale: `Finding the id of ${channel.name}.`,
      took: [140, 520],
    },
    {
      provider: "slack",
      tool: "slack_get_channel_history",
      arguments: { channel_id: channel.id, limit: chance.pick([30, 50, 100]) },
      rationale: chance.pick([
        `Summing up what was said in ${channel.name} since yesterday.`,
        `Looking for the decision about returns in ${channel.name}.`,
      ]),
      slips: [
        {
          share: 0.12,
          outcome: "execution_error",
          detail: "channel_not_found",
          error: "channel_not_found",
          wrong: { channel_id: channel.name },
        },
      ],
      took: [180, 700],
    },
    {
      provider: "slack",
      tool: "slack_post_message",
      arguments: {
        channel_id: channel.id,
        text: chance.pick([
          "Returns this week: 31, 4 of them damaged on the way. Details in the sheet.",
          "Three orders wait for stock of the Beck tent; the supplier says Thursday.",
          "Yesterday: 214 orders, 12 chats without an answer after an hour.",
        ]),
      },
      rationale: `The daily summary for ${channel.name}, as every weekday.`,
      took: [160, 480],
    },
  ];
}

function aboutAnnouncement(scene: Scene) {
  const { chance, company, bold } = scene;
  const many = bold ? 486 : chance.int(24, 61);
  const channel = bold ? "#all-fernhill" : "#customer-care";
  const asked = chance.pick(company.people);
  return { many, channel, asked };
}

function announcement(scene: Scene): Step[] {
  const { bold } = scene;
  const about = aboutAnnouncement(scene);
  const { channel, asked } = about;
  return [
    {
      provider: "slack",
      tool: "slack_get_users",
      arguments: { limit: 200 },
      rationale: `How many people read ${channel}, to say so in the request.`,
      took: [200, 800],
    },
    {
      provider: "slack",
      tool: "slack_post_message",
      arguments: {
        channel_id: bold ? "C00ALL" : "C02CARE",
        text: bold
          ? "<!channel> The warehouse system is down for maintenance tonight from 22:00 to 02:00. Please do not book returns."
          : "New in the returns handbook: damaged parcels need two photos. See the pinned page.",
      },
      rationale: `${asked.name} asked me to announce it in ${channel} before the end of the day.`,
      took: [160, 520],
      held: heldAnnouncement(scene, about),
    },
  ];
}

function heldAnnouncement(scene: Scene, { many, channel }: ReturnType<typeof aboutAnnouncement>): Held {
  const { chance, bold } = scene;
  return {
    risk: bold ? "high" : "medium",
    because: bold ? "risk" : "requires_confirmation",
    summary: `Post in ${channel}, where ${count(many)} people read it`,
    impact: bold ? "Notifies everybody in the company at once." : "People in the channel see it at once.",
    facts: { what: "Slack message", to_whom: channel, how_many: many, undo: "by deleting the message" },
    preview: {
      format: "text",
      content: bold
        ? "@channel The warehouse system is down for maintenance tonight from 22:00 to 02:00. Please do not book returns."
        : "New in the returns handbook: damaged parcels need two photos. See the pinned page.",
    },
    result: {
      ok: true,
      channel,
      ts: `${Math.floor(scene.at.getTime() / 1_000)}.${chance.int(100_000, 999_999)}`,
    },
    error: {
      code: "restricted_action",
      message: "restricted_action: posting to #all-fernhill is limited to workspace owners.",
    },
    no: ["Not with @channel, please.", "The maintenance was moved to Saturday."],
    changes: "Say which pages stay reachable.",
  };
}

export const SALES: readonly Task[] = [
  {
    name: "owner change",
    weight: 5,
    companies: ["sample-fernhill"],
    agents: ["growth-agent", "chatgpt"],
    held: true,
    steps: ownerChange,
  },
  {
    name: "lead note",
    weight: 12,
    companies: ["sample-fernhill"],
    agents: ["growth-agent", "chatgpt"],
    held: false,
    steps: leadNote,
  },
  {
    name: "stand-up",
    weight: 12,
    companies: ["sample-fernhill", "sample-juniper"],
    agents: ["claude-code", "chatgpt", "front-desk"],
    held: false,
    steps: standup,
  },
  {
    name: "announcement",
    weight: 4,
    companies: ["sample-fernhill"],
    agents: ["chatgpt"],
    held: true,
    steps: announcement,
  },
];
