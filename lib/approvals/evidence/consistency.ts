import { activityHash } from "@/lib/activity/chain";
import type { ChainedRow } from "@/lib/activity/queries";
import { readDetails } from "@/lib/activity/wire";
import { canonicalSha256 } from "@/lib/core/json/canonical";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { digestOf, seenInTrail, signedInTrail } from "../receipt-facts";
import type { Receipt } from "../receipts";
import { receiptsOf } from "../receipts-in-rows";
import { decisionProblems, outcomeProblems } from "./ending";
import { signatureProblems } from "./signatures";
import { wrongSignatures } from "./signed";
import type { Problem } from "./types";
import type { EvidenceFile } from "./wire";

// Checks an evidence file against itself: texts against digests, and its contents against trail
// rows. Each check returns sentences about what does not match.

type Found = readonly string[];

export function contradictionsIn(text: string, file: EvidenceFile, rows: readonly ChainedRow[]): Problem[] {
  const receipts = receiptsOf(rows);
  const standing = standingVotes(receipts, rows);
  const because = (reason: Problem["reason"], found: Found) => found.map((says) => ({ reason, says }));
  return [
    ...because("row", rowProblems(file, rows)),
    ...wrongSignatures(text, file, rows),
    ...because("receipt", receiptProblems(file, receipts)),
    ...because("call", callProblems(file, receipts)),
    ...because("arguments", [...revisionProblems(file, receipts), ...editProblems(file, receipts)]),
    ...because("vote", [
      ...voteProblems(file, standing),
      ...missingVotes(file, standing),
      ...signatureProblems(file),
    ]),
    ...because("decision", decisionProblems(file, rows)),
    ...because("policy", policyProblems(file, receipts)),
    ...because("outcome", outcomeProblems(file, rows)),
  ];
}

const rowName = ({ chain }: Receipt) => `row ${chain.seq} of the activity log`;

const same = (one: unknown, other: unknown) => digestOf(one ?? null) === digestOf(other ?? null);

function rowProblems({ tenant, call }: EvidenceFile, rows: readonly ChainedRow[]): Found {
  return rows.flatMap((row, at) => {
    const name = `Row ${row.seq} of the activity log`;
    const before = rows[at - 1];
    if (activityHash(row) !== row.hash)
      return [`${name} does not match its fingerprint: something in it was changed.`];
    if (row.tenantId !== tenant.id || row.subjectKind !== "approval" || row.subjectId !== call.id)
      return [`${name} is about something else than this call.`];
    if (before && row.seq <= before.seq) return [`${name} is not in its place.`];
    if (before && row.seq === before.seq + 1n && row.previous !== before.hash)
      return [`${name} does not follow the row before it: one of the two was changed or put in.`];
    return [];
  });
}

/** Receipts are derived from the rows and must match them. */
function receiptProblems(file: EvidenceFile, receipts: readonly Receipt[]): Found {
  if (file.receipts.length !== receipts.length)
    return [
      `The file holds ${file.receipts.length} receipts, and its rows of the activity log record ${receipts.length} decisions.`,
    ];
  return receipts.flatMap((receipt, at) =>
    same(receipt, file.receipts[at])
      ? []
      : [`Receipt ${at + 1} of the file does not say what ${rowName(receipt)} says.`],
  );
}

function callProblems({ call }: EvidenceFile, receipts: readonly Receipt[]): Found {
  const digest = digestOf(call);
  const other = receipts.find(({ facts }) => facts !== null && facts.call_sha256 !== digest);
  return other
    ? [`What the file says the gateway asked for is not what ${rowName(other)} says was decided on.`]
    : [];
}

function digestOfText(text: string): string | null {
  try {
    return canonicalSha256(parseJson(text));
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

function revisionProblems({ revisions, call, decision }: EvidenceFile, receipts: readonly Receipt[]): Found {
  const known = new Map(revisions.map((one) => [one.revision, one.arguments_sha256]));
  const inOrder = revisions.every(({ revision }, at) => revision === at + 1);
  const decidedOn = receipts.flatMap((receipt) => {
    const { facts } = receipt;
    return [facts, facts?.seen ?? null].flatMap((one) =>
      one !== null && known.get(one.revision) !== one.arguments_sha256
        ? [
            `The file shows other arguments as revision ${one.revision} than ${rowName(receipt)} says were decided on.`,
          ]
        : [],
    );
  });
  return [
    ...(inOrder && revisions.length === decision.revision
      ? []
      : ["Revisions of the arguments are missing, or there are too many."]),
    ...(known.get(1) === call.requested_sha256
      ? []
      : ["The first revision is not what the gateway asked for."]),
    ...revisions
      .filter((one) => digestOfText(one.arguments_text) !== one.arguments_sha256)
      .map(
        ({ revision }) =>
          `The arguments of revision ${revision} do not have the digest that the file gives them: one of the two was changed.`,
      ),
    ...new Set(decidedOn),
  ];
}

function editProblems({ revisions }: EvidenceFile, receipts: readonly Receipt[]): Found {
  const isWhole = receipts.every(({ facts }) => facts !== null);
  return revisions.flatMap(({ revision, edited_by: by }) => {
    if (revision === 1) return by === null ? [] : ["The first revision has an editor, which it cannot have."];
    const edit = receipts.find(({ facts }) => facts?.edited === true && facts.revision === revision);
    if (!edit) return isWhole ? [`No row of the activity log says who made revision ${revision}.`] : [];
    const fits = by !== null && by.id === edit.by.id && by.name === edit.by.name;
    return fits ? [] : [`The file names another editor of revision ${revision} than ${rowName(edit)}.`];
  });
}

/**
 * The receipts, except votes that lapsed before the call ended: undone, dropped at the release, or
 * replaced by the same person's break-glass.
 */
function standingVotes(receipts: readonly Receipt[], rows: readonly ChainedRow[]): Receipt[] {
  const ended = rows.flatMap((row) => {
    const { taken_away: people, revision } = readDetails(row.action, row.details);
    return Array.isArray(people) ? [{ people, revision, seq: row.seq }] : [];
  });
  const alone = receipts.flatMap(({ by, facts, chain }) =>
    facts?.verdict === "break_glass"
      ? [{ people: [by.id], revision: facts.revision, seq: BigInt(chain.seq) }]
      : [],
  );
  return receipts.filter(
    ({ by, facts, chain }) =>
      facts?.verdict !== "approve" ||
      ![...ended, ...alone].some(
        ({ people, revision, seq }) =>
          people.includes(by.id) && revision === facts.revision && BigInt(chain.seq) < seq,
      ),
  );
}

type VoteInFile = EvidenceFile["votes"][number];

const ofVote = (vote: VoteInFile) => (receipt: Receipt) =>
  receipt.by.id === vote.by.id &&
  receipt.facts?.verdict === vote.verdict &&
  receipt.facts.revision === vote.revision;

function voteProblems({ votes }: EvidenceFile, receipts: readonly Receipt[]): Found {
  return votes.flatMap((vote) => {
    const whose = `The vote of ${vote.by.name} (${vote.verdict}, revision ${vote.revision})`;
    const receipt = receipts.find(ofVote(vote));
    if (!receipt) {
      const before =
        vote.seen === null && receipts.some(({ facts, by }) => facts === null && by.id === vote.by.id);
      return before ? [] : [`${whose} is recorded by no row of the activity log.`];
    }
    const seen = receipt.facts?.seen ?? null;
    const differs = [
      vote.by.name === receipt.by.name ? null : "who",
      same(vote.deputy_for, receipt.facts?.deputy_for) ? null : "in whose place",
      vote.at === (seen?.at ?? vote.at) ? null : "when",
      (vote.reason ?? null) === receipt.reason ? null : "why",
      same(vote.seen && seenInTrail(vote.seen), seen) ? null : "what was seen",
      same(vote.passkey && signedInTrail(vote.passkey), receipt.facts?.passkey) ? null : "the passkey",
    ].filter((one) => one !== null);
    return differs.length === 0
      ? []
      : [`${whose} is not as ${rowName(receipt)} records it: ${differs.join(", ")} differs.`];
  });
}

/** Votes that the trail records and the file lacks, or that were counted and are missing. */
function missingVotes({ votes }: EvidenceFile, receipts: readonly Receipt[]): Found {
  const lacking = receipts.filter(
    (receipt) => receipt.facts?.verdict != null && !votes.some((vote) => ofVote(vote)(receipt)),
  );
  const last = receipts.findLast(
    ({ act, facts: one }) => act === "approval.approved" && one != null && one.verdict !== null,
  );
  const facts = last?.facts ?? null;
  const counted = votes.filter(
    ({ verdict, revision, lapsed }) => verdict === "approve" && !lapsed && revision === facts?.revision,
  );
  // A deputy and their absent person count as one.
  const agree = new Set(counted.map(({ by, deputy_for: absent }) => absent?.id ?? by.id)).size;
  return [
    ...lacking.map(
      (receipt) =>
        `${rowName(receipt)} records a vote of ${receipt.by.name} (${receipt.facts?.verdict}) that the file does not hold.`,
    ),
    ...(last && facts && facts.approvals !== agree
      ? [
          `${rowName(last)} says that ${facts.approvals} agreed, and the file holds ${agree} votes that count.`,
        ]
      : []),
  ].map((text) => text.replace(/^row/, "Row"));
}

/** A row must name every policy in the file, with the same content. */
function policyProblems({ policies }: EvidenceFile, receipts: readonly Receipt[]): Found {
  const named = receipts.flatMap(({ facts }) => facts?.policies ?? []);
  if (receipts.length === 0 || receipts.some(({ facts }) => facts === null)) return [];
  return policies
    .filter((policy) => !named.some(({ sha256: sha }) => sha === digestOf(policy)))
    .map(
      ({ name, version }) =>
        `The policy “${String(name)}” (version ${String(version)}) is not as it was when the call was decided.`,
    );
}
