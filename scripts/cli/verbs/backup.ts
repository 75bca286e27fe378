import path from "node:path";
import { env } from "@/lib/core/env";
import { systemScope } from "@/lib/core/scope";
import { beginCheck, continueCheck, listChecks } from "@/lib/insights/trail/check";
import { backUpNow, noteRestored } from "@/lib/maintenance/backup/worker";
import { dump } from "../../backup/dump.mjs";
import { restore as restoreFile } from "../../backup/restore.mjs";
import { migrate } from "../../migrate.mjs";
import { readFlags, UsageError } from "../input";
import type { Outcome, Verb } from "../verb";
import { BROKEN } from "./activity";

const scope = systemScope("command line");

const note = (line: string) => console.error(line);

const MAKER = "the command line";

const KEEP_TOO =
  "Keep AUTH_SECRET with it (the file auth-secret of the data directory, unless you set the variable): without it signing secrets cannot be read.";

export const backup: Verb = {
  usage: "backup FILE",
  async run(args) {
    const file = oneFile(readFlags(args, {}, { words: true }).words);
    const { DATABASE_DIRECT_URL, AUTH_SECRET } = env();
    const make = () => dump(DATABASE_DIRECT_URL, file, { secret: AUTH_SECRET, note });
    const { bytes, rows, sha256 } = await backUpNow(MAKER, make);
    return {
      json: { file, bytes, rows, sha256 },
      lines: [`${rows} rows are in ${file}, ${bytes} bytes, SHA-256 ${sha256}.`, KEEP_TOO],
    };
  },
};

/** scripts/cli.mjs has checked the file and opened the database, without migrating. */
export const restore: Verb = {
  usage: "restore FILE [--new-secret]",
  async run(args) {
    const { values, words } = readFlags(args, { "new-secret": "switch" }, { words: true });
    const file = oneFile(words);
    const { DATABASE_OWNER_URL: ownerUrl, AUTH_SECRET: secret } = process.env;
    if (!ownerUrl || !secret) throw new UsageError("The database to restore into is missing.");
    const { rows, tables, sha256, madeAt } = await restoreFile(ownerUrl, file, { note });
    const { applied, appUrl } = await migrate(ownerUrl, { secret, anew: true, note });
    process.env.DATABASE_URL = appUrl;
    const trail = await checkTrail();
    const newSecret = values["new-secret"] === true;
    // After the check: this row records the state of the restored trail and is the first one after
    // it.
    await noteRestored(MAKER, {
      file,
      sha256,
      rows,
      madeAt,
      trail: trail.broken ? "broken" : "unbroken",
      newSecret,
    });
    return outcome({ file, sha256, rows, tables, applied, ...trail }, newSecret);
  },
};

type Restored = {
  file: string;
  sha256: string;
  rows: number;
  tables: number;
  applied: string[];
  trailRows: number;
  broken: { tenant: string | null; seq: string } | null;
};

function outcome(
  { file, sha256, rows, tables, applied, trailRows, broken }: Restored,
  newSecret: boolean,
): Outcome {
  const json = {
    file,
    sha256,
    rows,
    tables,
    migrations: applied,
    trail: { rows: trailRows, unbroken: !broken },
  };
  const lines = [
    `${rows} rows of ${tables} tables are restored from ${file}; ${applied.length} migrations applied after it.`,
    broken
      ? `The activity log is broken: row ${broken.seq} of ${broken.tenant ?? "the installation"} does not fit. It was so in the backup.`
      : `The activity log is unbroken: ${trailRows} rows.`,
    ...(newSecret
      ? [
          "Signing secrets cannot be read with the new AUTH_SECRET: give each gateway a new one. Everybody signs in again.",
        ]
      : []),
  ];
  return { json, lines, code: broken ? BROKEN : 0 };
}

async function checkTrail(): Promise<Pick<Restored, "trailRows" | "broken">> {
  await beginCheck(scope);
  while (!(await continueCheck(scope)).finished);
  const checks = await listChecks(scope);
  const bad = checks.find(({ problem }) => problem !== null);
  return {
    trailRows: checks.reduce((sum, { rows }) => sum + rows, 0),
    broken: bad?.problem ? { tenant: bad.owner?.key ?? null, seq: bad.problem.seq } : null,
  };
}

function oneFile(words: readonly string[]): string {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw new UsageError("Expected one file.");
  return path.resolve(file);
}
