import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { canonicalArguments } from "../client/digest";
import type { PinnedKey, SigningTrust } from "../client/signature";
import type { FakeApproval } from "./fake-approvals";

const ORIGIN = "https://countersign.example";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url");

/** A person with a passkey, signing as a device would: real keys, WebAuthn bytes. */
export class Approver {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly pinned: PinnedKey;

  constructor(readonly person: string) {
    const publicKey = base64url(this.#keys.publicKey.export({ format: "der", type: "spki" }));
    this.pinned = { person, credentialId: base64url(person), publicKey };
  }

  get trust(): SigningTrust {
    return { approvers: [this.pinned], origin: ORIGIN };
  }

  /** The file that `passkey export` writes. */
  get file(): string {
    const { person, credentialId: credential_id, publicKey: public_key } = this.pinned;
    const approvers = [{ person, credential_id, public_key }];
    return JSON.stringify({ kind: "countersign.approvers", version: 1, origin: ORIGIN, approvers });
  }

  /** Signs an approval of the call, with the test's changes to its statement. */
  sign(approval: FakeApproval, over: Record<string, unknown> = {}, flags = 0x05) {
    const { tenant, provider, tool, id } = approval.request;
    const [nonce, call_sha256] = [base64url("nonce"), "0".repeat(64)];
    const statement = {
      kind: "countersign.decision",
      version: 1,
      approval_id: approval.id,
      external_id: id,
      ...{ tenant, provider: provider ?? null, tool, revision: approval.revision },
      ...{ arguments_sha256: approval.digest, call_sha256, decision: "approve" },
      ...{ person: this.person, origin: ORIGIN, nonce, ...over },
    };
    const challenge = base64url(sha256(canonicalArguments(JSON.stringify(statement))));
    const client = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin: ORIGIN }));
    const data = Buffer.concat([sha256("countersign.example"), Buffer.from([flags, 0, 0, 0, 0])]);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return {
      ...{ credential_id: this.pinned.credentialId, public_key: this.pinned.publicKey },
      ...{ authenticator_data: base64url(data), client_data_json: base64url(client) },
      ...{ signature: base64url(signature), person: this.person, nonce, origin: ORIGIN, call_sha256 },
    };
  }
}
