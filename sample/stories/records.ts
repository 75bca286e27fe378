import { call, fails, type Story, story, unfit, weak } from "../engine/story";
import { bold, code, each, int, person, pick, times, uuid } from "../engine/template";
import { FERNHILL, JUNIPER } from "./world";

const BASE = { baseId: "appJuniper01" };
const PATIENTS = { ...BASE, tableId: "tblPatients" };
const APPOINTMENTS = { ...BASE, tableId: "tblAppointments" };
const SECTION = "## {topic}\n\nUpdated on {today}: see the pinned message in #ops-standup.";

export const RECORDS: readonly Story[] = [
  story("patient question", 16, [JUNIPER], ["front-desk"], {
    patient: person,
    "airtable/search_records": call([220, 860], {
      arguments: { ...PATIENTS, searchTerm: "{patient.last}", maxRecords: 5 },
      why: "{patient} is on the phone and asks when the next appointment is.",
      slips: fails(0.1, "not_found", "NOT_FOUND: Could not find table Patients in application appJuniper01", {
        tableId: "Patients",
      }),
      empty: 0.1,
    }),
    "airtable/describe_table": call([180, 640], {
      arguments: { ...PATIENTS, detailLevel: "full" },
      why: "Which field holds the appointment's time; the names changed in October.",
      slips: unfit(0.21, { detailLevel: "all" }),
    }),
  }),
  story("reschedule", 9, [JUNIPER], ["front-desk"], {
    many: bold(int(34, 52), int(1, 4)),
    from: "{today+3}",
    to: "{today+10}",
    patient: person,
    records: times(
      "{many}",
      {
        id: code("rec", 14),
        fields: { Day: "{to}", Reason: bold("Practice closed", "Asked by the patient") },
      },
      60,
    ),
    "airtable/list_records": call([240, 900], {
      arguments: { ...APPOINTMENTS, filterByFormula: "{Day} = '{from}'", maxRecords: 100 },
      why: bold(
        "Everybody with an appointment on {from}, when the practice has to close.",
        "The appointment of {patient} on {from}.",
      ),
      // Names are not unique, so another patient's appointment may be returned.
      slips: weak(0.12),
    }),
    "airtable/update_records": call([320, 1_500], {
      arguments: { ...APPOINTMENTS, records: "{records}" },
      why: bold(
        "Dr. Virtanen is ill on {from}; Grace asked to move everybody by a week.",
        "{patient} asked to come on {to} instead of {from}.",
      ),
      slips: fails(
        0.12,
        "contract_violation",
        'INVALID_VALUE_FOR_COLUMN: Field "Day" cannot accept the provided value',
        { records: each("records", { id: "{each.id}", fields: { Day: "next Friday" } }) },
      ),
      risk: bold("high", "medium"),
      summary: bold(
        "Move {many|count} appointments from {from} to {to}",
        "Move the appointment of {patient} to {to}",
      ),
      impact: "Patients get a text message as soon as the day changes.",
      facts: [
        "Move appointments",
        bold("Patients of {from}", "{patient.name}"),
        "{many}",
        "by moving them back",
      ],
      json: "{records}",
      result: { updated: "{many}" },
      error: "INVALID_PERMISSIONS: You are not permitted to perform this operation",
      no: ["Dr. Reyes takes her patients on that day.", "Call them; a text message is not enough."],
      changes: "Not the ones for vaccinations.",
    }),
  }),
  story("duplicates", 3, [JUNIPER], ["chatgpt"], {
    many: int(2, 11),
    // The summary does not always match the arguments.
    sent: bold<unknown>(int(210, 460), "{many}"),
    "airtable/list_records": call([260, 1_000], {
      arguments: { ...PATIENTS, filterByFormula: "{Duplicate} = TRUE()", maxRecords: 100 },
      why: "Records marked as duplicates by last week's import.",
    }),
    "airtable/delete_records": call([300, 1_400], {
      arguments: { ...PATIENTS, recordIds: times("{sent}", code("rec", 14)) },
      why: bold(
        "The import ran twice, so all of its records are there twice; deleting the second set.",
        "These duplicates were confirmed by the front desk one by one.",
      ),
      risk: bold("critical", "high"),
      summary: "Delete {many|count} patient records",
      impact: "Airtable keeps deleted records for seven days.",
      facts: ["Delete records", "Table Patients", "{many}", "from the bin, for 7 days"],
      result: { deleted: "{sent}" },
      error: "NOT_FOUND: One of the records no longer exists; none was deleted.",
      no: [
        "Merge them, do not delete: the second set has the newer numbers.",
        "Patient records are never deleted without the practice manager.",
      ],
      changes: "Ten at a time, with the names in the request.",
    }),
  }),
  story("handbook", 7, [FERNHILL, JUNIPER], ["chatgpt", "claude-code"], {
    page: uuid,
    topic: pick("returns", "night shifts", "holiday hours", "damaged parcels", "first aid"),
    "notion/API-post-search": call([300, 1_100], {
      arguments: { query: "{topic}", page_size: 10 },
      why: "Where the handbook talks about {topic}.",
      empty: 0.08,
    }),
    "notion/API-retrieve-page-markdown": call([260, 900], {
      arguments: { page_id: "{page}" },
      why: "Reading the page on {topic} before answering from it.",
      slips: unfit(
        0.14,
        { page_id: "{topic}" },
        "body failed validation: body.page_id should be a valid uuid, instead was `{topic}`.",
      ),
    }),
    "notion/API-update-page-markdown": call([400, 1_600], {
      arguments: {
        page_id: "{page}",
        type: "insert_content",
        insert_content: { content: SECTION, position: { type: "end" } },
      },
      why: "The rule for {topic} changed in the last meeting; keeping the handbook in step.",
      risk: bold("medium", "low"),
      because: bold("unrated_tool", "requested"),
      summary: "Add a section on {topic} to the handbook",
      facts: ["Edit a page", "Handbook", 1, "from the page's history"],
      text: SECTION,
      result: { object: "page", id: "{page}" },
      error: "conflict_error: Conflict occurred while saving. Please try again.",
      no: ["The handbook is changed by its owners only.", "Already there, two sections further up."],
      changes: "Link the decision, not the message.",
    }),
  }),
];
