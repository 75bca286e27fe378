import { beforeEach, expect, test } from "vitest";
import { assertSigned, type OwnCall, type SigningTrust } from "@/gateway/client/signature";
import type { Approval as ToldApproval } from "@/gateway/client/types";
import { fromWire } from "@/gateway/client/wire";
import { read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { getEvidence } from "../evidence/queries";
import { KeysInExport } from "../evidence/signatures";
import { verifyEvidence } from "../evidence/verify";
import { getWholeApproval, wireApproval } from "../queries";
import { ARGUMENTS, aPlace, approveAs, signatureOf } from "./testing/calls";
import type { SignedOnRecord } from "./types";

// Signatures can be verified without the database: from the evidence file, and by gateways.

let maya: UserScope;
const EXTERNAL = "call_81";
let id: string;

beforeEach(async () => {
  const place = await aPlace();
  maya = place.maya.scope;
  id = await place.held({ id: EXTERNAL });
  await approveAs(maya, id, await signatureOf(place.maya, id));
});

test("the evidence file proves whose passkey signed what, and every change to that is found", async () => {
  const text = JSON.stringify(await getEvidence(maya, id));
  expect(verifyEvidence(text).problems).toEqual([]);
  const changes: [string, (signed: SignedOnRecord) => void][] = [
    ["another key", (signed) => (signed.public_key = signed.public_key.slice(0, -4).concat("AAAA"))],
    [
      "another nonce",
      (signed) => (signed.nonce = `${signed.nonce.startsWith("A") ? "B" : "A"}${signed.nonce.slice(1)}`),
    ],
    ["another site", (signed) => (signed.origin = "https://evil.example")],
    ["another call", (signed) => (signed.call_sha256 = "0".repeat(64))],
    ["another person", (signed) => (signed.person = newId())],
  ];
  for (const [what, alter] of changes) {
    const file = JSON.parse(text) as { votes: { passkey: SignedOnRecord }[] };
    for (const { passkey } of file.votes) alter(passkey);
    const { problems } = verifyEvidence(JSON.stringify(file));
    expect(problems.join(" "), what).toMatch(/is not signed as the file says/);
    expect(problems.join(" "), what).toMatch(/the passkey differs/);
  }
  const bare = JSON.parse(text) as { votes: { passkey?: unknown }[] };
  for (const vote of bare.votes) vote.passkey = undefined;
  expect(verifyEvidence(JSON.stringify(bare)).problems.join(" ")).toMatch(/the passkey differs/);
});

test("an export says whose the keys are, where it holds the installation’s own chain", async () => {
  const file = await getEvidence(maya, id);
  const [added] = await read(systemScope("tests"), (tx) =>
    tx.activity.findMany({ where: { subjectId: maya.actor.id, action: "user.passkey_added" } }),
  );
  if (!added) throw new Error("no row says that the passkey was added");
  const [whole, other, none] = [new KeysInExport(), new KeysInExport(), new KeysInExport()];
  whole.take({ ...added, seq: 1n });
  expect([whole.problems(file), whole.open(file)]).toEqual([[], []]);
  other.take({ ...added, seq: 1n, subjectId: newId() });
  expect(other.problems(file)).toEqual([expect.stringContaining("a key that they never added")]);
  expect(none.problems(file)).toEqual([]);
  expect(none.open(file)).toEqual([expect.stringContaining("Whose the keys are is not proven")]);
});

test("a gateway that pinned the key believes this call, and no other", async () => {
  const whole = await getWholeApproval(maya, id);
  const told = fromWire<ToldApproval>(JSON.parse(serializeJson(await wireApproval(maya, whole))));
  const { passkey } = told.votes[0] ?? {};
  if (!passkey) throw new Error("the vote carries no signature");
  const trust: SigningTrust = { approvers: [passkey], origin: "http://localhost:3000" };
  const { tenant: of, provider, tool } = told;
  const call: OwnCall = { tenant: of, provider, tool, externalId: EXTERNAL, argumentsText: ARGUMENTS };
  expect(assertSigned(told, call, trust)).toMatchObject([{ person: maya.actor.id, verdict: "approve" }]);
  // Key order and white space are not part of the signature.
  const respelled = { ...call, argumentsText: '{ "n": 9007199254740993, "to": "everyone" }' };
  expect(assertSigned(told, respelled, trust)).toHaveLength(1);
  const other = { ...passkey, publicKey: passkey.publicKey.slice(0, -4).concat("AAAA") };
  const wrong: [string, ToldApproval, OwnCall, SigningTrust][] = [
    ["other arguments", told, { ...call, argumentsText: '{"to":"everyone","n":9007199254740992}' }, trust],
    ["another tool", told, { ...call, tool: "delete-everything" }, trust],
    ["a tool that the server renames", { ...told, tool: "other" }, { ...call, tool: "other" }, trust],
    ["another call's id", told, { ...call, externalId: "call_82" }, trust],
    [
      "an id that the server makes up",
      { ...told, externalId: "call_82" },
      { ...call, externalId: "call_82" },
      trust,
    ],
    ["another approval", { ...told, id: newId() }, call, trust],
    ["another revision", { ...told, revision: 2 }, call, trust],
    ["a no", { ...told, decision: "rejected" }, call, trust],
    ["a key that is not pinned", told, call, { ...trust, approvers: [other] }],
    ["somebody else's key", told, call, { ...trust, approvers: [{ ...passkey, person: newId() }] }],
    ["another site", told, call, { ...trust, origin: "https://countersign.example" }],
    ["too few people", told, call, { ...trust, minimum: 2 }],
    [
      "the same person twice",
      { ...told, votes: [...told.votes, ...told.votes] },
      call,
      { ...trust, minimum: 2 },
    ],
    [
      "a vote without a signature",
      { ...told, votes: told.votes.map((v) => ({ ...v, passkey: null })) },
      call,
      trust,
    ],
  ];
  for (const [what, approval, own, pinned] of wrong)
    expect(() => assertSigned(approval, own, pinned), what).toThrow(/signed|approval is/);
});
