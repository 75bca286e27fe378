import type { ChainedRow } from "@/lib/activity/queries";
import { readDetails } from "@/lib/activity/wire";
import { keyDigest } from "@/lib/auth/passkeys/assertion";
import { NO_TENANT } from "@/lib/core/scope";
import type { PolicyOfCall } from "@/lib/policies/types";
import { digestOf } from "../receipt-facts";
import { signatureProblem } from "../signing/rules";
import type { SignedVerdict } from "../signing/types";
import type { EvidenceFile } from "./wire";

// Checks passkey signatures by their public keys alone: neither the database nor the file's author
// can forge them.

type VoteInFile = EvidenceFile["votes"][number];

const whose = ({ by, verdict, revision }: VoteInFile) =>
  `The vote of ${by.name} (${verdict}, revision ${revision})`;

/** Votes whose signature does not match the approved content, or is missing. */
export function signatureProblems(file: EvidenceFile): string[] {
  const asking = (file.policies as PolicyOfCall[]).find((policy) => policy.require?.passkey === true);
  const digests = new Map(file.revisions.map((one) => [one.revision, one.arguments_sha256]));
  const lacking = file.votes.filter(
    ({ verdict, lapsed, passkey }) =>
      (verdict === "approve" || verdict === "break_glass") && !lapsed && passkey === undefined,
  );
  return [
    ...file.votes.flatMap((vote) => {
      const problem = problemOf(file, vote, digests.get(vote.revision));
      return problem === null ? [] : [`${whose(vote)} is not signed as the file says: ${problem}.`];
    }),
    ...(asking ? lacking.filter(({ revision }) => revision === file.decision.revision) : []).map(
      (vote) => `${whose(vote)} is not signed, and the policy “${asking?.name}” asks for a passkey.`,
    ),
  ];
}

function problemOf(file: EvidenceFile, vote: VoteInFile, digest: string | undefined): string | null {
  const { passkey: signed, by, verdict, revision } = vote;
  if (signed === undefined) return null;
  const { call, tenant } = file;
  if (signed.person !== by.id) return "it is another person’s";
  if (signed.call_sha256 !== digestOf(call)) return "another call was signed";
  if (digest === undefined) return "the file does not hold the arguments that were signed";
  return signatureProblem(signed, {
    approvalId: call.id,
    externalId: call.external_id,
    tenant: tenant.key,
    provider: call.provider,
    tool: call.tool,
    revision,
    argumentsSha256: digest,
    // Any other word makes another statement, and no signature matches it.
    verdict: verdict as SignedVerdict,
  });
}

/** Which passkeys signed, so that people can compare them with their own records. */
export function signersOf({ votes }: EvidenceFile): { name: string; key: string; origin: string }[] {
  return votes.flatMap(({ by, passkey }) =>
    passkey === undefined
      ? []
      : [{ name: by.name, key: keyDigest(passkey.public_key), origin: passkey.origin }],
  );
}

/** The passkeys that people added, according to the installation's own chain in an export. */
export class KeysInExport {
  /** Whether the export has that chain from its start, so that an absent key was never added. */
  private isWhole = false;
  private readonly keys = new Set<string>();

  take({ tenantId, seq, action, subjectId, details }: ChainedRow): void {
    if (tenantId !== NO_TENANT) return;
    if (seq === 1n) this.isWhole = true;
    if (action !== "user.passkey_added") return;
    this.keys.add(`${subjectId} ${String(readDetails(action, details).public_key)}`);
  }

  /** Signatures with a key that the export does not record for their author. */
  problems({ votes }: EvidenceFile): string[] {
    if (!this.isWhole) return [];
    return votes.flatMap((vote) =>
      vote.passkey === undefined || this.keys.has(`${vote.by.id} ${vote.passkey.public_key}`)
        ? []
        : [`${whose(vote)} is signed with a key that they never added, according to the export.`],
    );
  }

  open({ votes }: EvidenceFile): string[] {
    if (this.isWhole || votes.every(({ passkey }) => passkey === undefined)) return [];
    return [
      "Whose the keys are is not proven: the export does not hold the installation’s own chain. Compare them with what you know of these people.",
    ];
  }
}
