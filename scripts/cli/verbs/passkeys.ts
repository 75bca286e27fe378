import { existsSync } from "node:fs";
import { keyDigest } from "@/lib/auth/passkeys/assertion";
import { listApproverKeys } from "@/lib/auth/passkeys/queries";
import { requireSite } from "@/lib/auth/passkeys/site";
import { systemScope } from "@/lib/core/scope";
import { revealedText } from "@/lib/core/text/reveal";
import { readFlags, UsageError } from "../input";
import type { Verb } from "../verb";
import { writeWhole } from "./activity";

const scope = systemScope("command line");

/** Public keys of approvers for gateways to pin; gateway/client/signature.ts reads the file. */
export const passkeyExport: Verb = {
  usage: "passkey export FILE [--tenant K]",
  async run(args) {
    const { values, words } = readFlags(args, { tenant: "text" }, { words: true });
    const [file, ...more] = words;
    if (file === undefined || more.length > 0) throw new UsageError("Expected one file.");
    // A file that gateways trust must not be overwritten silently.
    if (existsSync(file))
      throw new UsageError(`${file} is there already. Nothing was written; choose another name.`);
    const { origin } = requireSite();
    const keys = await listApproverKeys(scope, values.tenant);
    const approvers = keys.map(({ person, name, email, passkey, credentialId, publicKey, createdAt }) => ({
      ...{ person, name, email, passkey, added_at: createdAt.toISOString() },
      ...{ credential_id: credentialId, public_key: publicKey, fingerprint: keyDigest(publicKey) },
    }));
    const text = JSON.stringify({ kind: "countersign.approvers", version: 1, origin, approvers }, null, 2);
    await writeWhole(file, lines(`${text}\n`));
    return {
      json: { file, origin, approvers: approvers.length },
      lines: [
        `${approvers.length} public keys are in ${file}, for ${origin}. Compare each with its person before a gateway trusts it:`,
        ...approvers.map(
          ({ name, passkey, fingerprint }) => `  ${revealedText(`${name}, ${passkey}`)}: ${fingerprint}`,
        ),
      ],
    };
  },
};

async function* lines(text: string): AsyncGenerator<string> {
  yield text;
}
