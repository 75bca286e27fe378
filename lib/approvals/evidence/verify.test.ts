import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activityHash } from "@/lib/activity/chain";
import { verifyExport } from "@/lib/activity/verify";
import { closeDatabase, ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { exportLines } from "@/lib/insights/trail/export";
import { aCall, aGateway, aPerson, aTenant, LOOKED, type TestTenant } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { reportExecution } from "../execution/commands";
import { createApproval } from "../gate/testing/held";
import { getWholeApproval } from "../queries";
import { digestOf } from "../receipt-facts";
import { getEvidence } from "./queries";
import { ChainOfFile, isEvidence, verifyEvidence } from "./verify";
import type { EvidenceFile } from "./wire";

const system = systemScope("tests");

afterAll(closeDatabase);

type Made = { tenant: TestTenant; id: string; maya: UserScope; ines: UserScope; file: EvidenceFile };

const POLICY = {
  name: "Two people for mail",
  version: 7,
  action: "require",
  require: {
    approvals: 2,
    deciders: { roles: [], people: [], groups: [] },
    separation: { requester: false, editor: false },
    decideWithinSeconds: null,
    useWithinSeconds: null,
    reasonRequired: [],
  },
};

/** A call that Maya edited, two people approved and the gateway ran. */
async function made(): Promise<Made> {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  const maya = await aPerson([tenant], "approver", "Maya");
  const ines = await aPerson([tenant], "admin", "Ines");
  const call = aCall(tenant, {
    argumentsText: `{"to":"all","n":9007199254740993,"x":"${newId()}"}`,
    mode: "callback",
  });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(gateway.scope, call, request);
  await ingest(system, (tx) =>
    tx.approval.updateMany({ where: { id }, data: { approvalsRequired: 2, policy: POLICY } }),
  );
  const seen = async (scope: UserScope) => {
    const { revision, argumentsSha256 } = await getWholeApproval(scope, id);
    return { id, revision, argumentsSha256, verdict: "approve" as const, seen: LOOKED };
  };
  const argumentsText = `{"to":"testers","n":9007199254740993,"x":"${newId()}"}`;
  await decideApproval(maya, { ...(await seen(maya)), argumentsText, reason: "Testers first" });
  await decideApproval(ines, await seen(ines));
  const { executionId } = await getWholeApproval(ines, id);
  const report = { executionId: executionId ?? "" };
  await reportExecution(gateway.scope, id, { ...report, state: "executing" });
  await reportExecution(gateway.scope, id, {
    ...report,
    state: "failed",
    error: { message: "No such list" },
  });
  return { tenant, id, maya, ines, file: await getEvidence(ines, id) };
}

let one: Made;
beforeAll(async () => {
  one = await made();
});

const textOf = (file: EvidenceFile) => JSON.stringify(file);

function tampered(change: (file: EvidenceFile) => void): string[] {
  const file = structuredClone(one.file);
  change(file);
  return verifyEvidence(textOf(file)).problems;
}

const first = <T>(list: readonly T[]): T => {
  const [found] = list;
  if (found === undefined) throw new Error("nothing there");
  return found;
};

test("an untouched file fits, and names itself", () => {
  expect(isEvidence(textOf(one.file))).toBe(true);
  expect(isEvidence('{"kind":"countersign.activity"')).toBe(false);
  const verified = verifyEvidence(textOf(one.file));
  expect(verified.problems).toEqual([]);
  expect(verified.open).toEqual([]);
  expect(one.file.receipts.map(({ act, by }) => [act, by.name])).toEqual([
    ["approval.voted", "Maya"],
    ["approval.approved", "Ines"],
  ]);
  expect(verifyEvidence(JSON.stringify(one.file, null, 2)).problems).toEqual([]);
});

describe("a file in which something was changed is refused, and says what", () => {
  const last = ({ receipts }: EvidenceFile) => receipts[1] ?? first(receipts);
  const cases: [string, (file: EvidenceFile) => void, RegExp][] = [
    [
      "one argument",
      ({ revisions }) => {
        const two = revisions[1] ?? first(revisions);
        two.arguments_text = two.arguments_text.replace("testers", "everyone");
      },
      /The arguments of revision 2 do not have the digest that the file gives them/,
    ],
    [
      "one argument, and its digest with it",
      ({ revisions }) => {
        const two = revisions[1] ?? first(revisions);
        two.arguments_text = '{"to":"everyone"}';
        two.arguments_sha256 = digestOf({ to: "everyone" });
      },
      /other arguments as revision 2 than row \d+ of the activity log says were decided on/,
    ],
    ["what was asked for first", ({ revisions }) => (first(revisions).arguments_text = "{}"), /revision 1/],
    ["a revision less", ({ revisions }) => revisions.pop(), /Revisions of the arguments are missing/],
    [
      "who edited",
      ({ revisions }) => {
        const two = revisions[1] ?? first(revisions);
        two.edited_by = { id: one.ines.actor.id, name: "Ines" };
      },
      /names another editor of revision 2/,
    ],
    [
      "a vote less",
      ({ votes }) => votes.shift(),
      /records a vote of Maya \(approve\) that the file does not hold/,
    ],
    [
      "a vote less, with its receipt and its row",
      (file) => {
        file.votes.shift();
        file.receipts.shift();
        file.activity.shift();
      },
      /says that 2 agreed, and the file holds 1 votes that count/,
    ],
    [
      "a vote more",
      ({ votes }) => votes.push({ ...first(votes), by: { id: newId(), name: "Eve" } }),
      /The vote of Eve .* is recorded by no row/,
    ],
    ["who voted", ({ votes }) => (first(votes).by.name = "Eve"), /The vote of Eve .*: who differs/],
    [
      "when",
      ({ votes }) => (first(votes).at = "2026-01-01T00:00:00.000Z"),
      /The vote of Maya .*: when differs/,
    ],
    ["why", ({ votes }) => (first(votes).reason = "Fine"), /The vote of Maya .*: why differs/],
    [
      "for how long it was on the screen",
      ({ votes }) => {
        const { seen } = first(votes);
        if (seen) seen.visible_ms = 60_000;
      },
      /what was seen differs/,
    ],
    [
      "a receipt",
      (file) => (last(file).at = "2026-01-01T00:00:00.000Z"),
      /Receipt 2 of the file does not say/,
    ],
    ["a receipt less", ({ receipts }) => receipts.pop(), /1 receipts, and its rows .* record 2 decisions/],
    [
      "what the gateway asked for",
      ({ call }) => (call.tool = "read_file"),
      /What the file says the gateway asked for is not/,
    ],
    [
      "on whose behalf",
      ({ call }) => (call.on_behalf_of = "Ines"),
      /What the file says the gateway asked for is not/,
    ],
    [
      "the decision",
      ({ decision }) => (decision.decision = "rejected"),
      /The decision is not as row .*: the decision differs/,
    ],
    ["who decided", ({ decision }) => (decision.decided_by = "Maya"), /who decided differs/],
    [
      "how many had to agree",
      ({ decision }) => (decision.approvals_required = 1),
      /how many have to agree differs/,
    ],
    ["why it was decided", ({ decision }) => (decision.reason = "Fine"), /The decision .*: why differs/],
    [
      "when it was decided",
      ({ decision }) => (decision.decided_at = "2026-01-01T00:00:00.000Z"),
      /when differs/,
    ],
    [
      "the policy",
      ({ policies }) => (first(policies).version = 6),
      /The policy “Two people for mail” \(version 6\) is not as it was/,
    ],
    [
      "what became of it",
      ({ outcome }) => {
        if (outcome) outcome.error_message = "All fine";
      },
      /The outcome is not as row .*: the error differs/,
    ],
    [
      "a result that nobody reported",
      ({ outcome }) => {
        if (outcome) outcome.result_text = '{"sent":10412}';
      },
      /The outcome is not as row .*: the result differs/,
    ],
    [
      "how long it took",
      ({ outcome }) => {
        if (outcome) outcome.duration_ms = 12;
      },
      /how long it took differs/,
    ],
    ["the outcome", (file) => (file.outcome = null), /what became of it.* differs/],
    [
      "an outcome, with every row about it",
      (file) => {
        file.activity = file.activity.slice(0, 2);
      },
      /The file names an outcome, but no row of the activity log records that the call ran/,
    ],
    ["a row", ({ activity }) => (first(activity).actor_name = "Eve"), /does not match its fingerprint/],
    [
      "a row and its fingerprint",
      ({ activity }) => {
        const row = first(activity);
        row.actor_name = "Eve";
        row.hash = hashOf(row);
      },
      /Receipt 1 of the file does not say/,
    ],
    [
      "a row of another call",
      ({ activity, call }) => {
        const row = first(activity);
        row.subject_id = call.gateway_id;
        row.hash = hashOf(row);
      },
      /is about something else than this call/,
    ],
  ];

  test.each(cases)("%s", (_, change, says) => {
    const problems = tampered(change);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join("\n")).toMatch(says);
  });

  const HOSTILE = [
    "",
    "{",
    "null",
    "[]",
    "\ud800",
    "\0",
    "2026-12-31T24:00:00.000Z",
    "9999-12-31T23:59:59.999999999Z",
    "[".repeat(100_000),
    '{"receipt":null,"taken_away":[{}],"decision":{"from":1}}',
    '{"receipt":{"facts":1,"policies":[null]},"taken_away":[null]}',
    '{"receipt":{"revision":1e400,"policies":[],"seen":{}}}',
    '{"receipt":{"revision":1,"policies":{},"seen":{"opened":1}}}',
  ];

  /** Each text of a value, with its parent object or list and its key. */
  function* texts(value: unknown): Generator<[Record<string, unknown>, string]> {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === "string") yield [value as Record<string, unknown>, key];
      else yield* texts(member);
    }
  }

  test("whatever its texts say, it is judged", () => {
    const file = structuredClone(one.file);
    const tried = new Set<string>();
    for (const [place, key] of texts(file)) {
      const kind = `${key} of ${Object.keys(place).join()}`;
      if (tried.has(kind)) continue;
      tried.add(kind);
      const before = place[key];
      for (const text of HOSTILE) {
        if (text === before) continue;
        place[key] = text;
        // An attacker would also recompute the hash of the row.
        const row = file.activity.find((each) => Object.is(each, place));
        const hash = row?.hash;
        if (row && key === "details" && text.isWellFormed() && text !== "\0") row.hash = hashOf(row);
        const { problems } = verifyEvidence(textOf(file));
        if (row) expect(problems, `${key}: ${text.slice(0, 50)}`).not.toEqual([]);
        if (row && hash !== undefined && key !== "hash") row.hash = hash;
      }
      place[key] = before;
    }
    expect(verifyEvidence(textOf(file)).problems).toEqual([]);
  });

  test("a member that is doubled, strange or missing", () => {
    const text = textOf(one.file);
    const { votes: _, ...without } = one.file;
    for (const bad of [
      text.replace('"version":1', '"version":1,"version":1'),
      text.replace('"version":1', '"version":1,"also":1'),
      JSON.stringify(without),
      text.slice(0, -10),
      text.replace(first(one.file.activity).at, "2026-02-30T00:00:00.000Z"),
      text.replace(first(one.file.activity).at, "+012026-01-01T00:00:00.000Z"),
      "",
    ])
      expect(verifyEvidence(bad).problems).toEqual([
        expect.stringMatching(/cannot be read as an evidence file/),
      ]);
  });
});

function hashOf(row: EvidenceFile["activity"][number]): string {
  return activityHash({
    tenantId: row.tenant_id,
    seq: BigInt(row.seq),
    at: new Date(row.at),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    details: row.details,
    previous: row.previous,
  });
}

describe("with an export of the activity log", () => {
  async function against(file: EvidenceFile, tenant: TestTenant): Promise<string[]> {
    const { rows, file: read } = verifyEvidence(textOf(file));
    if (!read) throw new Error("unreadable");
    const chain = new ChainOfFile(read, rows);
    const scope = proveScope(one.ines.actor, [tenant.id]);
    const checked = await verifyExport(splitLines(exportLines(scope, {})), (row) => chain.take(row));
    expect(checked.problem).toBeNull();
    return chain.problems();
  }

  test("the file's rows are those of the chain", async () => {
    expect(await against(one.file, one.tenant)).toEqual([]);
  });

  test("a whole history that was made up is another one", async () => {
    const file = structuredClone(one.file);
    const row = first(file.activity);
    row.actor_name = "Eve";
    row.hash = hashOf(row);
    expect((await against(file, one.tenant)).join()).toMatch(/is another one than row \d+ of the export/);
  });

  test("a row that was left out is missed", async () => {
    const file = structuredClone(one.file);
    const [gone] = file.activity.splice(0, 1);
    expect(await against(file, one.tenant)).toEqual([
      `Row ${gone?.seq} of the export is about this call, and the file does not hold it.`,
    ]);
  });

  test("an export of another tenant proves nothing", async () => {
    const other = await made();
    expect((await against(one.file, other.tenant))[0]).toMatch(
      /not in the export, which holds nothing of this tenant/,
    );
  });
});

async function* splitLines(parts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of parts) yield* part.split("\n").filter((line) => line !== "");
}
