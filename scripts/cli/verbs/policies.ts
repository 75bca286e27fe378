import { readFile, writeFile } from "node:fs/promises";
import type * as z from "zod";
import { BATCH_JSON_LIMITS } from "@/lib/api/body";
import { validate } from "@/lib/api/validate";
import { findWarnings } from "@/lib/approvals/deciders/warnings";
import { JsonError, parseJson } from "@/lib/core/json/parse";
import { toPlain } from "@/lib/core/json/raw";
import { jsonOfYaml, yamlOf } from "@/lib/core/json/yaml";
import { withYamlLines } from "@/lib/core/json/yaml-place";
import { systemScope } from "@/lib/core/scope";
import { previewPolicies } from "@/lib/insights/policies/queries";
import { savePolicies } from "@/lib/policies/commands";
import { findPolicies } from "@/lib/policies/queries";
import { putPoliciesSchema } from "@/lib/policies/schema";
import { policySentence } from "@/lib/policies/sentences";
import type { Policy, PolicyPreview, SavedPolicies } from "@/lib/policies/types";
import { policiesFile, wirePolicyPreview, wireSavedPolicies, wireWarnings } from "@/lib/policies/wire";
import { readFlags, UsageError } from "../input";
import type { Outcome, Verb } from "../verb";

const scope = systemScope("command line");

export const policyExport: Verb = {
  usage: "policy export FILE",
  async run(args) {
    const file = oneFile(readFlags(args, {}, { words: true }).words);
    const found = await findPolicies(scope);
    const policies = found?.policies ?? [];
    // Without the version, so that the file can be applied to any later state.
    await writeFile(file, yamlOf(policiesFile(null, policies)));
    return {
      json: { file, version: found?.version ?? null, policies: policies.length },
      lines: [
        found
          ? `Version ${found.version} is in ${file}; policies in it: ${policies.length}.`
          : `No policies are saved yet; ${file} holds an empty list.`,
      ],
    };
  },
};

export const policyApply: Verb = {
  usage: "policy apply FILE [--dry-run]",
  async run(args) {
    const { values, words } = readFlags(args, { "dry-run": "switch" }, { words: true });
    const file = oneFile(words);
    const text = await readFile(file, "utf8").catch(() => {
      throw new UsageError(`${file} cannot be read. Nothing was done.`);
    });
    return withYamlLines(text, async () => applied(readPolicies(file, text), values["dry-run"] === true));
  },
};

async function applied({ version, policies }: Read, isDryRun: boolean): Promise<Outcome> {
  if (isDryRun) {
    const preview = await previewPolicies(scope, { policies });
    const inForce = (await findPolicies(scope))?.version ?? null;
    const stale = version === undefined || version === inForce ? [] : [staleLine(version, inForce)];
    const warned = await warningsOf(policies);
    return {
      json: wirePolicyPreview(preview, warned),
      lines: [...previewLines(preview), ...warned.map(warningLine), ...stale],
    };
  }
  const seen = version === undefined ? ((await findPolicies(scope))?.version ?? null) : version;
  const saved = await savePolicies(scope, { policies, seen });
  const warned = await warningsOf(policies);
  return {
    json: wireSavedPolicies(saved, warned),
    lines: [savedLine(saved), ...policies.map(policySentence), ...warned.map(warningLine)],
  };
}

const warningsOf = async (policies: readonly Policy[]) =>
  wireWarnings(policies, await findWarnings(scope, policies));

const warningLine = ({ policy, pointer, message }: ReturnType<typeof wireWarnings>[number]) =>
  `Warning: “${policy}”, ${pointer}: ${message}`;

function oneFile(words: readonly string[]): string {
  const [file] = words;
  if (file === undefined || words.length > 1) throw new UsageError("Name one file.");
  return file;
}

type Read = z.output<typeof putPoliciesSchema>;

function readPolicies(file: string, text: string): Read {
  try {
    const json = file.endsWith(".json") ? text : jsonOfYaml(text);
    return validate(putPoliciesSchema, toPlain(json, parseJson(json, BATCH_JSON_LIMITS)));
  } catch (error) {
    if (error instanceof JsonError) throw new UsageError(`${file}: ${error.message}. Nothing was done.`);
    throw error;
  }
}

function savedLine({ version, unchanged, ...changes }: SavedPolicies): string {
  if (unchanged) return `These are the policies in force already (version ${version}). Nothing was saved.`;
  const { added, removed, changed } = changes;
  return `Saved as version ${version}: ${added.length} added, ${changed.length} changed, ${removed.length} removed.`;
}

function staleLine(version: number | null, inForce: number | null): string {
  const now = inForce === null ? "no policies are in force" : `version ${inForce} is in force`;
  return `The file is for ${version === null ? "an installation without policies" : `version ${version}`}, but ${now}: applying it would be refused.`;
}

function previewLines({ calls, complete, changed, after, tools, changes }: PolicyPreview): string[] {
  const { added, removed, changed: other } = changes;
  return [
    `Nothing was saved. Against the policies in force: ${added.length} added, ${other.length} changed, ${removed.length} removed.`,
    `Stored calls of the last 7 days: ${calls}${complete ? "" : " (the newest; there are more)"}. With these policies ${after.pass} would pass, ${after.wait} would wait and ${after.deny} would be refused${after.unknown > 0 ? `; for ${after.unknown} the result is unknown` : ""}. Ending another way than they did: ${changed}.`,
    ...tools
      .filter((tool) => tool.changed > 0)
      .map((tool) => `${tool.tool}: ${tool.changed} of ${tool.calls} would end another way.`),
  ];
}
