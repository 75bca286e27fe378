import type { Facts } from "../../schema";

/** `wrong`: what a careful reader would object to; null if everything may be true. */
export type ClaimedCall = {
  says: string;
  summary: string | null;
  howMany?: Facts["how_many"];
  args: unknown;
  wrong: { claimed: number; held: number } | null;
};

const people = (count: number) => Array.from({ length: count }, (_, at) => `user${at}@example.test`);
const ids = (count: number, start = 4_000) => Array.from({ length: count }, (_, at) => start + at);
const objects = (count: number) => people(count).map((email) => ({ email, plan: "pro" }));

const fine = (says: string, summary: string | null, args: unknown, howMany?: Facts["how_many"]) => {
  return { says, summary, args, howMany, wrong: null };
};

const wrong = (
  [claimed, held]: [number, number],
  says: string,
  summary: string | null,
  args: unknown,
  howMany?: Facts["how_many"],
) => ({ says, summary, args, howMany, wrong: { claimed, held } });

/** Labelled by hand, mostly before any rule judged them: these must never be accused. */
export const FINE: readonly ClaimedCall[] = [
  fine("the numbers agree", "Send the offer to 12 recipients", { recipients: people(12) }, 12),
  fine("written with a comma", "Send to 1,204 recipients", { recipients: people(1_204) }, 1_204),
  fine("nothing countable is sent", "Send to 10,412 contacts", { segmentId: "seg_all" }, 10_412),
  fine("a date", "Announce the prices of 1 December 2026", { recipients: people(3) }, 3),
  fine("a date written in digits", "Send the report of 2026-12-01", { to: people(2) }),
  fine("a time of day", "Remind at 12:30 users who have not answered", { user_ids: ids(4) }),
  fine("an id with a sign", "Close ticket #4711 for customers", { customers: people(2) }),
  fine("an id behind a word", "Reopen issue 12 users reported", { users: people(7) }),
  fine("an amount of money", "Refund $250 customers were charged", { customers: people(4) }),
  fine("an amount behind the number", "Credit 40 EUR to accounts", { account_ids: ids(3) }),
  fine("a share", "Give 15% users asked for", { users: people(6) }),
  fine("a decimal", "Grant 2.5 users per seat", { users: people(9) }),
  fine("a version", "Upgrade to v3 users of the beta", { users: people(9) }),
  fine("about so many", "Send to about 400 recipients", { recipients: people(412) }),
  fine("a lower bound", "Send to more than 400 recipients", { recipients: people(412) }),
  fine("an upper bound", "Send to up to 500 recipients", { recipients: people(412) }),
  fine("a range", "Invite 10-12 users", { users: people(14) }),
  fine("a range in words", "Invite 10 to 12 users", { users: people(14) }),
  fine("part of a whole", "Remove 3 of 14 members", { members: people(3) }),
  fine("batches", "Delete in 4 batches of 25 users", { user_ids: ids(100) }),
  fine("so many each", "Give 2 users each a licence for 5 seats", { seats: 5, users: people(10) }),
  fine("a duration", "Delete users idle for 90 days", { user_ids: ids(17) }, 17),
  fine("a duration before the noun", "Delete 90 day old records", { record_ids: ids(17) }, 17),
  fine("one list of several", "Add 2 labels to 3 issues", { labels: ["a", "b"], issue_ids: ids(3) }, 3),
  fine("labels of one issue", "Label issue 81", { issue: 81, labels: ["bug", "ui", "p1"] }, 1),
  fine("one commit of several files", "Push one commit", { files: objects(4) }, 1),
  fine("one mail to several people", "Send the minutes", { to: people(4), subject: "Minutes" }, 1),
  fine("to and copies together", "Send to 5 recipients", { to: people(3), cc: people(2) }, 5),
  fine("a mailing list", "Send the notice to 412 people", { to: ["everyone@example.test"] }, 412),
  fine("two mailing lists", "Send to 412 recipients", { recipients: ["eu@x.test", "us@x.test"] }, 412),
  fine(
    "people named instead of counted",
    "Invite ana@x.test and bo@x.test",
    { to: ["ana@x.test", "bo@x.test"] },
    1,
  ),
  fine(
    "twice the same recipient",
    "Send to 2 recipients",
    { recipients: ["a@x.test", "b@x.test", "a@x.test"] },
    2,
  ),
  fine("a pattern that stands for many", "Delete 40 files", { files: ["logs/*.txt", "tmp/*.log"] }, 40),
  fine("a folder that holds many", "Delete 40 files", { paths: ["/var/tmp/cache", "/var/tmp/old"] }, 40),
  fine(
    "updates that fit many rows",
    "Update 5,000 rows",
    { updates: [{ where: { plan: "free" }, set: { quota: 1 } }] },
    5_000,
  ),
  fine("groups of users", "Notify 900 users", { users: [{ group: "eu" }, { group: "us" }] }, 900),
  fine("threads of messages", "Archive 40 messages", { ids: ["t1", "t2", "t3"] }, 40),
  fine("a limit is no count", "Delete 120 records", { filter: "stale", limit: 1_000 }, 120),
  fine("from so many to so many", "Scale checkout from 3 replicas to 6", { replicas: 6 }),
  fine("from and to, the noun last", "Scale checkout from 3 to 6 replicas", {
    deployment: "checkout",
    replicas: 6,
  }),
  fine("how many in words", "Send the offer", { recipients: people(12) }, "a dozen"),
  fine("nothing is claimed", "Remove the members who left", { members: people(31) }),
  fine("nobody sent a summary", null, { recipients: people(31) }, 31),
  fine("an emptied list", "Remove all 4 reviewers", { reviewers: [] }),
  fine("messages of a sequence", "Send 3 emails to the board", { emails: people(5) }),
  fine("numbers in names", "Tell 3 members about Plan 9", { members: people(3), plan: "Plan 9" }, 3),
  fine("a year in front of the noun", "Clear the 2024 users", { users: people(11) }, 11),
  fine("groups of people, counted as groups", "Notify 2 customer groups", { recipients: people(12) }, 12),
  fine("what people did, not how many", "Close the bugs 12 users reported", { bugs: objects(3) }, 3),
  fine("a count beside the list", "Import 3 contacts", { contacts: objects(3), total_contacts: 812 }, 3),
  // Written in the style of other tools' calls, after the rules were final.
  fine(
    "Create a pull request with 3 commits",
    "Create a pull request with 3 commits",
    { base: "main", head: "fix", reviewers: people(2) },
    1,
  ),
  fine(
    "Invite Ana and 2 guests to the board meeting",
    "Invite Ana and 2 guests to the board meeting",
    { attendees: people(3) },
    3,
  ),
  fine("Add 2 more members", "Add 2 more members", { members: people(14) }),
  fine(
    "Post the summary of 14 incidents to #ops",
    "Post the summary of 14 incidents to #ops",
    { channel: "#ops", blocks: objects(5) },
    1,
  ),
  fine(
    "Grant 2 roles to svc-deploy",
    "Grant 2 roles to svc-deploy",
    { member: "svc-deploy", roles: people(2) },
    1,
  ),
  fine(
    "Move 40 tickets from sprint 12 to sprint 13",
    "Move 40 tickets from sprint 12 to sprint 13",
    { issueIds: people(40), sprint: 13 },
    40,
  ),
  fine(
    "Send 2 reminders to 6 customers",
    "Send 2 reminders to 6 customers",
    { customers: people(6), reminders: 2 },
    6,
  ),
  fine(
    "Rotate keys older than 90 days for 5 services",
    "Rotate keys older than 90 days for 5 services",
    { services: people(5), days: 90 },
    5,
  ),
  fine(
    "Email the 7 winners and the 3 judges",
    "Email the 7 winners and the 3 judges",
    { to: people(10) },
    10,
  ),
  fine("Email 7 winners", "Email 7 winners", { to: people(7), cc: people(3) }, 7),
  fine("Refund order 48213, 3 items", "Refund order 48213, 3 items", { items: objects(3), order: 48213 }, 3),
  fine(
    "Scale web to 12 pods, 4 per zone",
    "Scale web to 12 pods, 4 per zone",
    { replicas: 4, zones: people(3) },
    12,
  ),
  fine(
    "Tag 100 contacts as “VIP 2026”",
    "Tag 100 contacts as “VIP 2026”",
    { contact_ids: people(100), tags: ["VIP 2026"] },
    100,
  ),
  fine(
    "Remove 5 of the users from group 9",
    "Remove 5 of the users from group 9",
    { user_ids: people(5), group: 9 },
    5,
  ),
  fine(
    "Send SMS to 250 patients of 2 December",
    "Send SMS to 250 patients of 2 December",
    { phones: people(250) },
    250,
  ),
  fine("Close 18 stale issues", "Close 18 stale issues", { query: "is:stale", labels: people(4) }, 18),
  fine(
    "Pay 3 invoices totalling 12,400 EUR",
    "Pay 3 invoices totalling 12,400 EUR",
    { invoice_ids: people(3), amount: 12_400 },
    3,
  ),
  fine(
    "Update pricing on 6 products",
    "Update pricing on 6 products",
    { products: [{ filter: { category: "boots" } }] },
    6,
  ),
  fine(
    "Merge 2 duplicate contacts into one",
    "Merge 2 duplicate contacts into one",
    { primary: "a", contact_ids: people(1) },
    2,
  ),
];

/** Calls whose words contradict their arguments. */
export const WRONG: readonly ClaimedCall[] = [
  wrong([12, 10_412], "far more recipients", "Send to 12 recipients", { recipients: people(10_412) }, 12),
  wrong([12, 10_412], "the fact alone", "Send the offer", { recipients: people(10_412) }, 12),
  wrong([12, 10_412], "the summary alone", "Send to 12 recipients", { recipients: people(10_412) }),
  wrong([2, 40], "a word for the number", "Delete two users", { user_ids: ids(40) }),
  wrong([1, 40], "one that is forty", "Delete one user", { user_ids: ids(40) }, 1),
  wrong([1, 40], "one, as a fact", "Delete the user", { user_ids: ids(40) }, 1),
  wrong([3, 30], "a number in the arguments", "Scale to 3 replicas", { replicas: 30 }),
  wrong([3, 9], "another word for people", "Invite 3 people", { to: people(9) }, 3),
  wrong([3, 9], "addresses", "Send to 3 customers", { emails: people(9) }, 3),
  wrong([5, 25], "in camel case", "Remove 5 members", { memberIds: ids(25) }, 5),
  wrong([5, 25], "nested", "Remove 5 members", { body: { change: { members: people(25) } } }, 5),
  wrong([500, 5_000], "with an adjective", "Mail 500 loyal customers", { customers: people(5_000) }, 500),
  wrong([1_200, 12_000], "with a comma", "Mail 1,200 subscribers", { subscribers: people(12_000) }, 1_200),
  wrong([430, 3], "far fewer objects", "Send 430 emails", { emails: objects(3) }, 430),
  wrong([40, 2], "fewer exact ids", "Delete 40 messages", { message_ids: ids(2) }, 40),
  wrong([2, 3], "one more record", "Delete 2 records", { record_ids: ids(3) }, 2),
  wrong(
    [100, 1_000],
    "a count beside a filter",
    "Refund 100 charges",
    { filter: "june", charge_count: 1_000 },
    100,
  ),
  wrong(
    [4, 6],
    "over to and copies",
    "Send to 4 recipients",
    { to: people(3), bcc: ["x@y.test", "z@y.test", "w@y.test"] },
    4,
  ),
  wrong([3, 7], "a generic list", "Delete 3 branches", { ids: ids(7) }, 3),
  wrong([8, 80], "a list of items", "Ship 8 orders", { items: objects(80) }, 8),
  wrong([10, 11], "with a date beside it", "On 1 December, mail 10 users", { users: people(11) }, 10),
  wrong([10, 11], "with an id beside it", "For ticket #11, remove 10 seats", { seat_ids: ids(11) }, 10),
  wrong(
    [6, 60],
    "with an amount beside it",
    "Refund €20 to 6 customers",
    { customer_ids: ids(60), amount: 20 },
    6,
  ),
  wrong([50, 500], "in the tool's own word", "Insert 50 documents", { documents: objects(500) }, 50),
  wrong([7, 70], "rows of a sheet", "Append 7 rows", { rows: objects(70) }, 7),
  wrong(
    [4, 40],
    "in two places",
    "Invite 4 users",
    { teams: [{ users: people(20) }, { users: people(20).map((one) => `b${one}`) }] },
    4,
  ),
  wrong([2, 22], "a no-break space", "Delete 2\u00a0users", { users: people(22) }, 2),
  wrong([25, 250], "seats as a number", "Buy 25 seats", { plan: "team", seats: 250 }, 25),
  wrong([25, 250], "a quantity, as a fact", "Order paper", { sku: "A4", quantity: 250 }, 25),
  wrong([3, 300], "as text in the arguments", "Refund 3 orders", { order_ids: ids(300).join(",") }, 3),
  wrong([2, 200], "files by name", "Delete 2 files", { files: ids(200).map((id) => `report-${id}.pdf`) }, 2),
  wrong([1, 12], "one mail that is twelve", "Send one invitation", { invitations: objects(12) }, 1),
  wrong([12, 1_200], "inside a query", "Delete 12 sessions", { sql: "delete from sessions limit 1200" }, 12),
  wrong(
    [12, 10_412],
    "a headline that the fact contradicts",
    "Send to 12 recipients",
    { recipients: people(10_412) },
    10_412,
  ),
  wrong([12, 120], "a fact as text", "Send the offer", { recipients: people(120) }, "12"),
  wrong([1_200, 4_000], "a fact as text with a comma", "Send it", { recipients: people(4_000) }, "1,200"),
  wrong([9, 90], "the number behind the noun", "Members to remove: 9", { members: people(90) }),
  wrong(
    [2, 20],
    "Remove 2 members from the workspace",
    "Remove 2 members from the workspace",
    { member_ids: people(20) },
    2,
  ),
  wrong([4, 44], "Delete 4 rows", "Delete 4 rows", { sheet: "S", rows: objects(44) }, 4),
  wrong([30, 3000], "Mail 30 customers", "Mail 30 customers", { customers: people(3_000) }, 30),
  wrong([3, 13], "Cancel 3 subscriptions", "Cancel 3 subscriptions", { subscription_ids: people(13) }, 3),
  wrong([10, 11], "Unpublish 10 pages", "Unpublish 10 pages", { pageIds: people(11) }, 10),
  wrong([7, 700], "Kick off the campaign", "Kick off the campaign", { contacts: objects(700) }, 7),
  wrong([2, 20], "Stop 2 instances", "Stop 2 instances", { instance_count: 20 }, 2),
  wrong([2, 6], "Drop two tables", "Drop two tables", { tables: people(6) }, 2),
  wrong([2, 4], "Transfer 2 domains", "Transfer 2 domains", { domains: people(4) }, 2),
];
