import { call, fails, type Story, story, unfit } from "../engine/story";
import { bold, business, code, colleague, colleagues, int, person, pick, times } from "../engine/template";
import { FERNHILL, JUNIPER } from "./world";

const DIGITS = "0123456789";

export const SALES: readonly Story[] = [
  story("owner change", 5, [FERNHILL], ["growth-agent", "chatgpt"], {
    many: bold(int(780, 940), int(6, 44)),
    people: colleagues,
    from: "{people.0}",
    to: "{people.1}",
    gone: int(2, 9),
    "hubspot/hubspot-get-user-details": call([100, 360], {
      why: "HubSpot wants the account's details before any other call; its own description says so.",
    }),
    "hubspot/hubspot-search-objects": call([240, 980], {
      arguments: {
        objectType: "contacts",
        filterGroups: [
          { filters: [{ propertyName: "hubspot_owner_id", operator: "EQ", value: code("5", 7, DIGITS) }] },
        ],
        limit: 100,
      },
      why: "Which contacts {from} still owns, before they are handed over.",
      slips: unfit(0.24, {
        filterGroups: [{ filters: [{ propertyName: "owner", operator: "equals", value: "{from.name}" }] }],
      }),
      empty: 0.05,
    }),
    "hubspot/hubspot-batch-update-objects": call([700, 3_100], {
      arguments: {
        objectType: "contacts",
        inputs: times(4, {
          id: code("3", 8, DIGITS),
          properties: { hubspot_owner_id: code("5", 7, DIGITS), hs_lead_status: "IN_PROGRESS" },
        }),
      },
      why: "{to} takes over the accounts of {from} from Monday; the list was agreed in the sales meeting.",
      risk: bold("high", "medium"),
      summary: "Change the owner of {many|count} contacts to {to}",
      impact: "Changes who is notified about these contacts and whose figures they count for.",
      facts: ["Update contacts", "Contacts of {from}", "{many}", "by changing them back"],
      result: { status: "COMPLETE", updated: "{many}", errors: 0 },
      error: "OBJECT_NOT_FOUND: {gone} of the contacts no longer exist; none was changed.",
      no: ["Not before the quarter is closed.", "These are key accounts; they stay where they are."],
      changes: "Leave out the open deals.",
    }),
  }),
  story("lead note", 12, [FERNHILL], ["growth-agent", "chatgpt"], {
    business,
    contact: person,
    "hubspot/hubspot-search-objects": call([200, 760], {
      arguments: {
        objectType: "companies",
        query: "{business.name}",
        properties: ["name", "domain", "lifecyclestage"],
        limit: 5,
      },
      why: "{contact} of {business} called; looking for the company's record.",
      empty: 0.12,
    }),
    "hubspot/hubspot-list-properties": call([160, 620], {
      arguments: { objectType: "companies", archived: false },
      why: "Need the internal name of the lifecycle property; the label alone is refused.",
    }),
    "hubspot/hubspot-create-engagement": call([220, 900], {
      arguments: {
        type: "NOTE",
        ownerId: int(50_000_000, 59_999_999),
        associations: { companyIds: [int(7_000_000, 7_999_999)] },
        metadata: {
          body: "{contact} asked for a quote for 40 rucksacks with their logo, delivery by {today+30}.",
        },
      },
      why: "Keeping what {contact.first} of {business} asked for where sales looks for it.",
      slips: [
        unfit(0.18, { ownerId: "{contact.name}" }),
        {
          ...fails(
            0.06,
            "execution_error",
            "403: this app has not been granted the scope crm.objects.owners.read",
          ),
          final: true,
        },
      ],
    }),
  }),
  story("stand-up", 12, [FERNHILL, JUNIPER], ["claude-code", "chatgpt", "front-desk"], {
    channel: pick(
      { id: "C04SALES", name: "#sales" },
      { id: "C02CARE", name: "#customer-care" },
      { id: "C01OPS", name: "#ops-standup" },
    ),
    "slack/slack_list_channels": call([140, 520], {
      arguments: { limit: 200 },
      why: "Finding the id of {channel}.",
    }),
    "slack/slack_get_channel_history": call([180, 700], {
      arguments: { channel_id: "{channel.id}", limit: pick(30, 50, 100) },
      why: pick(
        "Summing up what was said in {channel} since yesterday.",
        "Looking for the decision about returns in {channel}.",
      ),
      slips: {
        ...fails(0.12, "execution_error", "channel_not_found", { channel_id: "{channel.name}" }),
        detail: "channel_not_found",
      },
    }),
    "slack/slack_post_message": call([160, 480], {
      arguments: {
        channel_id: "{channel.id}",
        text: pick(
          "Returns this week: 31, 4 of them damaged on the way. Details in the sheet.",
          "Three orders are waiting for stock of the Beck tent; the supplier says Thursday.",
          "Yesterday: 214 orders, 12 chats without an answer after an hour.",
        ),
      },
      why: "The daily summary for {channel}, as every weekday.",
    }),
  }),
  story("announcement", 4, [FERNHILL], ["chatgpt"], {
    many: bold(486, int(24, 61)),
    channel: bold({ id: "C00ALL", name: "#all-fernhill" }, { id: "C02CARE", name: "#customer-care" }),
    asked: colleague,
    text: bold(
      "The warehouse system is down for maintenance tonight from 22:00 to 02:00. Please do not book returns.",
      "New in the returns handbook: damaged parcels need two photos. See the pinned page.",
    ),
    nth: int(100_000, 999_999),
    "slack/slack_get_users": call([200, 800], {
      arguments: { limit: 200 },
      why: "How many people read {channel}, to say so in the request.",
    }),
    "slack/slack_post_message": call([160, 520], {
      arguments: { channel_id: "{channel.id}", text: bold("<!channel> {text}", "{text}") },
      why: "{asked} asked me to announce it in {channel} before the end of the day.",
      risk: bold("high", "medium"),
      summary: "Post in {channel}, where {many|count} people read it",
      impact: bold("Notifies everybody in the company at once.", "People in the channel see it at once."),
      facts: ["Slack message", "{channel.name}", "{many}", "by deleting the message"],
      text: bold("@channel {text}", "{text}"),
      result: { ok: true, channel: "{channel.name}", ts: "{now}.{nth}" },
      error: "restricted_action: restricted_action: posting to #all-fernhill is limited to workspace owners.",
      no: ["Not with @channel, please.", "The maintenance was moved to Saturday."],
      changes: "Say which pages stay reachable.",
    }),
  }),
];
