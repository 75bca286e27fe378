import { misfit, unfit } from "../../story/rules";
import type { Held, Scene, Step, Task } from "../../story/schema";
import { aCustomer, count, day } from "../../world/rules";

// Tables, pages and mailboxes: Airtable, Notion and Gmail.

const BASE = { baseId: "appJuniper01", tableId: "tblPatients" } as const;

function patientQuestion(scene: Scene): Step[] {
  const { chance } = scene;
  const patient = aCustomer(chance);
  return [
    {
      provider: "airtable",
      tool: "search_records",
      arguments: { ...BASE, searchTerm: patient.last, maxRecords: 5 },
      rationale: `${patient.name} is on the phone and asks when the next appointment is.`,
      slips: [
        {
          share: 0.1,
          outcome: "not_found",
          error: "NOT_FOUND: Could not find table Patients in application appJuniper01",
          wrong: { tableId: "Patients" },
        },
      ],
      empty: 0.1,
      took: [220, 860],
    },
    {
      provider: "airtable",
      tool: "describe_table",
      arguments: { ...BASE, detailLevel: "full" },
      rationale: "Which field holds the appointment's time; the names changed in October.",
      slips: [
        unfit(
          0.21,
          "describe_table",
          [
            "/detailLevel",
            "Invalid enum value. Expected 'tableIdentifiersOnly' | 'identifiersOnly' | 'full', received 'all'",
            "all",
          ],
          { detailLevel: "all" },
        ),
      ],
      took: [180, 640],
    },
  ];
}

function aboutReschedule(scene: Scene) {
  const { chance, bold } = scene;
  const many = bold ? chance.int(34, 52) : chance.int(1, 4);
  const [from, to] = [day(scene.at, 3), day(scene.at, 10)];
  const patient = aCustomer(chance);
  const records = Array.from({ length: Math.min(many, 3) }, () => ({
    id: `rec${chance.code(14)}`,
    fields: { Day: to, Reason: bold ? "Practice closed" : "Asked by the patient" },
  }));
  return { many, from, to, patient, records };
}

function reschedule(scene: Scene): Step[] {
  const { bold } = scene;
  const about = aboutReschedule(scene);
  const { from, to, patient, records } = about;
  return [
    {
      provider: "airtable",
      tool: "list_records",
      arguments: {
        baseId: BASE.baseId,
        tableId: "tblAppointments",
        filterByFormula: `{Day} = '${from}'`,
        maxRecords: 100,
      },
      rationale: bold
        ? `Everybody with an appointment on ${from}, when the practice has to close.`
        : `The appointment of ${patient.name} on ${from}.`,
      took: [240, 900],
    },
    {
      provider: "airtable",
      tool: "update_records",
      arguments: { baseId: BASE.baseId, tableId: "tblAppointments", records },
      rationale: bold
        ? `Dr. Virtanen is ill on ${from}; Grace asked to move everybody by a week.`
        : `${patient.name} asked to come on ${to} instead of ${from}.`,
      slips: [
        {
          share: 0.12,
          outcome: "contract_violation",
          error: `INVALID_VALUE_FOR_COLUMN: Field "Day" cannot accept the provided value`,
          wrong: { records: records.map((one) => ({ ...one, fields: { Day: "next Friday" } })) },
        },
      ],
      took: [320, 1_500],
      held: heldReschedule(scene, about),
    },
  ];
}

function heldReschedule(
  { bold }: Scene,
  { many, from, to, patient, records }: ReturnType<typeof aboutReschedule>,
): Held {
  return {
    risk: bold ? "high" : "medium",
    because: bold ? "risk" : "requires_confirmation",
    summary: bold
      ? `Move ${count(many)} appointments from ${from} to ${to}`
      : `Move the appointment of ${patient.name} to ${to}`,
    impact: "Patients are told by text message as soon as the day changes.",
    facts: {
      what: "Move appointments",
      to_whom: bold ? `Patients of ${from}` : patient.name,
      how_many: many,
      undo: "by moving them back",
    },
    preview: { format: "json", content: JSON.stringify(records, null, 2) },
    result: { updated: many },
    error: { code: "INVALID_PERMISSIONS", message: "You are not permitted to perform this operation" },
    no: ["Dr. Reyes takes her patients on that day.", "Call them; a text message is not enough."],
    changes: "Not the ones for vaccinations.",
  };
}

function deleteRecords(scene: Scene): Step[] {
  const { chance, bold } = scene;
  const many = bold ? chance.int(210, 460) : chance.int(2, 11);
  return [
    {
      provider: "airtable",
      tool: "list_records",
      arguments: { ...BASE, filterByFormula: "{Duplicate} = TRUE()", maxRecords: 100 },
      rationale: "Records marked as duplicates by the import of last week.",
      took: [260, 1_000],
    },
    {
      provider: "airtable",
      tool: "delete_records",
      arguments: {
        ...BASE,
        recordIds: Array.from({ length: Math.min(many, 6) }, () => `rec${chance.code(14)}`),
      },
      rationale: bold
        ? "The import ran twice, so all of its records are there twice; deleting the second set."
        : "These duplicates were confirmed by the front desk one by one.",
      took: [300, 1_400],
      held: {
        risk: bold ? "critical" : "high",
        summary: `Delete ${count(many)} patient records`,
        impact: "Airtable keeps deleted records for seven days.",
        facts: {
          what: "Delete records",
          to_whom: "Table Patients",
          how_many: many,
          undo: "from the bin, for 7 days",
        },
        result: { deleted: many },
        error: { code: "NOT_FOUND", message: "One of the records no longer exists; none was deleted." },
        no: [
          "Merge them, do not delete: the second set has the newer numbers.",
          "Patient records are never deleted without the practice manager.",
        ],
        changes: "Ten at a time, with the names in the request.",
      },
    },
  ];
}

function aboutHandbook(scene: Scene) {
  const { chance } = scene;
  const page = chance.hex(32);
  const topic = chance.pick(["returns", "night shifts", "holiday hours", "damaged parcels", "first aid"]);
  return { page, topic };
}

function handbook(scene: Scene): Step[] {
  const about = aboutHandbook(scene);
  const { page, topic } = about;
  return [
    {
      provider: "notion",
      tool: "API-post-search",
      arguments: { query: topic, page_size: 10 },
      rationale: `Where the handbook talks about ${topic}.`,
      empty: 0.08,
      took: [300, 1_100],
    },
    {
      provider: "notion",
      tool: "API-retrieve-page-markdown",
      arguments: { page_id: page },
      rationale: `Reading the page on ${topic} before answering from it.`,
      slips: [
        misfit(
          0.14,
          "body failed validation: body.page_id should be a valid uuid, instead was `Handbook`.",
          ["/page_id", "should be a valid uuid", topic],
          { page_id: topic },
        ),
      ],
      took: [260, 900],
    },
    {
      provider: "notion",
      tool: "API-update-page-markdown",
      arguments: {
        page_id: page,
        type: "insert_content",
        insert_content: {
          content: `## ${topic}\n\nUpdated on ${day(scene.at)}: see the pinned message in #ops-standup.`,
          position: "end",
        },
      },
      rationale: `The rule for ${topic} changed in the last meeting; keeping the handbook in step.`,
      took: [400, 1_600],
      held: heldHandbook(scene, about),
    },
  ];
}

function heldHandbook(scene: Scene, { page, topic }: ReturnType<typeof aboutHandbook>): Held {
  const { bold } = scene;
  return {
    risk: bold ? "medium" : "low",
    because: bold ? "unrated_tool" : "requested",
    summary: `Add a section on ${topic} to the handbook`,
    facts: { what: "Edit a page", to_whom: "Handbook", how_many: 1, undo: "from the page's history" },
    preview: {
      format: "text",
      content: `## ${topic}\n\nUpdated on ${day(scene.at)}: see the pinned message in #ops-standup.`,
    },
    result: { object: "page", id: page },
    error: { code: "conflict_error", message: "Conflict occurred while saving. Please try again." },
    no: ["The handbook is changed by its owners only.", "Already there, two sections further up."],
    changes: "Link the decision, not the message.",
  };
}

export const RECORDS: readonly Task[] = [
  {
    name: "patient question",
    weight: 16,
    companies: ["sample-juniper"],
    agents: ["front-desk"],
    held: false,
    steps: patientQuestion,
  },
  {
    name: "reschedule",
    weight: 9,
    companies: ["sample-juniper"],
    agents: ["front-desk"],
    held: true,
    steps: reschedule,
  },
  {
    name: "duplicates",
    weight: 3,
    companies: ["sample-juniper"],
    agents: ["chatgpt"],
    held: true,
    steps: deleteRecords,
  },
  {
    name: "handbook",
    weight: 7,
    companies: ["sample-fernhill", "sample-juniper"],
    agents: ["chatgpt", "claude-code"],
    held: true,
    steps: handbook,
  },
];
