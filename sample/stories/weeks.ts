import { call, inDays, refers, type Story, story } from "../engine/story";
import { business, code, colleague, int, pick } from "../engine/template";
import { FERNHILL } from "./world";

// Differences between weeks: errands that start or end, and one without a tool.

export const WEEKS: readonly Story[] = [
  inDays(
    [9, 0],
    story("recall", 8, [FERNHILL], ["support-copilot", "chatgpt"], {
      batch: int(2_100, 2_900),
      "airtable/search_records": call([180, 700], {
        arguments: { baseId: code("app", 14), tableId: code("tbl", 14), searchTerm: "Ridge {batch}" },
        why: pick(
          "The Ridge jacket of batch {batch} is being recalled; finding who bought one.",
          "Buyers of the recalled Ridge jacket need a notice; looking up batch {batch}.",
          "Which orders hold a recalled jacket of batch {batch}?",
        ),
      }),
    }),
  ),
  // Ended in the week before.
  inDays(
    [60, 9],
    story("autumn sale", 4, [FERNHILL], ["billing-agent", "growth-agent"], {
      "stripe/list_coupons": call([120, 460], {
        arguments: { limit: 50 },
        why: pick(
          "Which coupons of the autumn sale are still valid?",
          "Checking that the autumn sale coupon has not run out.",
          "A shopper says that the autumn sale coupon is refused; looking at its terms.",
        ),
      }),
    }),
  ),
  // There is no calendar tool, and agents often ask for one.
  story("calendar", 3, [FERNHILL], ["support-copilot", "growth-agent"], {
    business,
    colleague,
    "slack/slack_get_user_profile": call([140, 520], {
      arguments: { user_id: code("U", 9) },
      why: pick(
        "Is {colleague} free on Thursday for a call with {business}?",
        "Looking for half an hour in which {colleague} can talk to {business}.",
        "{business} wants to meet {colleague} next week; finding a free slot in the calendar.",
      ),
      slips: {
        ...refers(0.85, {
          boundary_axes: ["scheduling", "calendar"],
          observed_task_shape: "find a free half hour of a colleague, then invite both",
          suggested_split: "a separate calendar; profiles say who a person is",
          evidence: "A profile holds name, role and time zone, and no appointments.",
        }),
        final: true,
      },
    }),
  }),
];
