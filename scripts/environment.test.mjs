import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEnv } from "@/lib/core/env";
import {
  ConfigurationError,
  commandEnvironment,
  databaseUrls,
  environment,
  noteAddress,
} from "./environment.mjs";
import { SETTINGS, unknownNames, wrongSettings } from "./settings.mjs";

let dataDir;

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "environment-"));
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const embedded = (more = {}) => environment({ COUNTERSIGN_DATA_DIR: dataDir, ...more });
const secret = "0123456789abcdef0123456789abcdef";

test("without any configuration everything has a value, and the secret stays the same", () => {
  const first = embedded();
  expect(first).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    ownerUrl: null,
  });
  expect(first.env).toMatchObject({ NEXTAUTH_SECRET: first.secret, NEXTAUTH_URL: "http://localhost:3000" });
  expect(embedded().secret).toBe(first.secret);
  const file = path.join(dataDir, "auth-secret");
  expect(readFileSync(file, "utf8")).toBe(first.secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("the default origin leaves the default port out, as browsers do", () => {
  expect(embedded({ PORT: "80" }).publicUrl).toBe("http://localhost");
});

test("passwords and keys of the first set-up come from files too, and a variable wins over its file", () => {
  const file = path.join(dataDir, "password");
  writeFileSync(file, "from the file\n");
  const given = {
    COUNTERSIGN_INIT_ADMIN_EMAIL: "maya@acme.example",
    COUNTERSIGN_INIT_ADMIN_PASSWORD_FILE: file,
  };
  expect(embedded(given).env.COUNTERSIGN_INIT_ADMIN_PASSWORD).toBe("from the file");
  const both = { ...given, COUNTERSIGN_INIT_ADMIN_PASSWORD: "from the variable" };
  expect(embedded(both).env.COUNTERSIGN_INIT_ADMIN_PASSWORD).toBe("from the variable");
});

test.each([
  ["PORT", { PORT: "http" }],
  ["PORT", { PORT: "70000" }],
  ["PUBLIC_URL", { PUBLIC_URL: "https://countersign.example/app" }],
  ["PUBLIC_URL", { PUBLIC_URL: "https://me@countersign.example" }],
  ["PUBLIC_URL", { PUBLIC_URL: "countersign.example" }],
  ["COUNTERSIGN_ROLE", { COUNTERSIGN_ROLE: "both" }],
  ["DATABASE_URL", { DATABASE_URL: "mysql://somewhere/db", AUTH_SECRET: secret }],
  ["DATABASE_APP_URL", { DATABASE_APP_URL: "countersign_app" }],
  ["CALLBACK_ALLOW_CIDRS", { CALLBACK_ALLOW_CIDRS: "10.0.0.0" }],
  ["AUTH_SECRET", { DATABASE_URL: "postgresql://owner@db/countersign" }],
  ["AUTH_SECRET", { AUTH_SECRET: "too short" }],
  ["OIDC_ROLE_MAP", { OIDC_ROLE_MAP: "ops=approver,leads=owner" }],
  ["OIDC_GROUP_MAP", { OIDC_GROUP_MAP: "ops=On Call" }],
  ["COUNTERSIGN_INIT_GATEWAY_KEY_FILE", { COUNTERSIGN_INIT_GATEWAY_KEY_FILE: "/nowhere/key" }],
])("a wrong %s is refused with one line that names it", (name, given) => {
  let caught;
  try {
    embedded(given);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(ConfigurationError);
  expect(caught.message.startsWith(name)).toBe(true);
  expect(caught.message).toContain("expected ");
  expect(caught.message).not.toContain("\n");
});

test("everything that is wrong is said at once, without a value, which may be a secret", () => {
  const given = { LOG_LEVEL: "loud", METRICS_TOKEN: "s3cret", REQUEST_LOG: "yes", PASSWORD_SIGN_IN: "off" };
  expect(() => embedded(given)).toThrow(
    [
      "LOG_LEVEL is malformed: expected one of trace, debug, info, warn, error, silent",
      "METRICS_TOKEN is malformed: expected at least 16 characters",
      "REQUEST_LOG is malformed: expected one of on, off",
      "OIDC_ISSUER is missing: expected the issuer's URL, because PASSWORD_SIGN_IN=off leaves no other way to sign in",
    ].join("\n"),
  );
});

test("what is asked before a build is what the product asks, in the same words", () => {
  const good = { DATABASE_URL: "postgresql://u:p@127.0.0.1:5432/x", AUTH_SECRET: secret };
  const lineOf = (refuse) => {
    try {
      refuse();
      return null;
    } catch (error) {
      return error.message;
    }
  };
  const kept = Object.keys(SETTINGS).filter(
    (name) =>
      !name.startsWith("COUNTERSIGN_INIT_") &&
      !["DATABASE_APP_URL", "BACKUP_BEFORE_MIGRATIONS"].includes(name),
  );
  const wrong = kept.map((name) => [name, lineOf(() => parseEnv({ ...good, [name]: "!" }))]);
  for (const [name, line] of wrong) {
    expect(line).toMatch(new RegExp(`^${name} is malformed: expected [^"|]+$`));
    expect(wrongSettings({ ...good, [name]: "!" })[0]).toMatch(
      new RegExp(`^${name} is malformed: expected `),
    );
  }
  expect(Object.fromEntries(wrong)).toMatchObject({
    LOG_LEVEL: wrongSettings({ LOG_LEVEL: "!" })[0],
    DATABASE_POOL: wrongSettings({ DATABASE_POOL: "!" })[0],
    METRICS_TOKEN: wrongSettings({ METRICS_TOKEN: "!" })[0],
  });
});

test.each([
  ["10.0.0.0/8", true, true],
  ["10.0.0.0/8, ::1/128", true, true],
  ["127.0.0.1,2001:db8::1", false, true],
  ["0.0.0.0/0", true, false],
  ["::/0", true, false],
  ["999.0.0.0/8", false, false],
  ["10.0.0.0/33", false, false],
  ["10.0.0.0/-1", false, false],
  ["fe80::/129", false, false],
  ["10/8", false, false],
  ["10.0.0.1,", false, false],
  ["fe80::1%eth0", false, false],
  ["proxy.example", false, false],
])(
  "%s as ranges for callbacks and as trusted proxies: the launcher and the product agree",
  (text, cidrs, proxies) => {
    const good = { DATABASE_URL: "postgresql://u:p@127.0.0.1:5432/x", AUTH_SECRET: secret };
    const taken = (name) => {
      const given = { ...good, [name]: text };
      const launcher = wrongSettings(given).length === 0;
      let product = true;
      try {
        parseEnv(given);
      } catch {
        product = false;
      }
      return [launcher, product];
    };
    expect(taken("CALLBACK_ALLOW_CIDRS")).toEqual([cidrs, cidrs]);
    expect(taken("TRUSTED_PROXIES")).toEqual([proxies, proxies]);
  },
);

test("backups of one database bear one mark, whoever signs in to it; those of another bear another", () => {
  const markOf = (given) => embedded({ AUTH_SECRET: secret, ...given }).env.BACKUP_MARK;
  const at = (url) => markOf({ DATABASE_URL: url });
  expect(at("postgresql://owner:a@db/countersign")).toBe(
    at("postgres://other:b@db:5432/countersign?sslmode=require"),
  );
  const all = [
    markOf({}),
    markOf({ COUNTERSIGN_DATA_DIR: path.join(dataDir, "other") }),
    at("postgresql://db/countersign"),
    at("postgresql://db/second"),
    at("postgresql://db2/countersign"),
    at("postgresql://db:5433/countersign"),
  ];
  expect(new Set(all).size).toBe(all.length);
  for (const mark of all) expect(mark).toMatch(/^[0-9a-f]{8}$/);
});

const onDatabase = {
  DATABASE_URL: "postgresql://owner:hunter2@db.example:5433/countersign",
  AUTH_SECRET: secret,
};

test("the command that is shown reaches this installation, and holds no secret", () => {
  const shown = (given) => environment(given, { make: false }).env.COUNTERSIGN_COMMAND;
  expect(shown({})).toBe("npm run countersign --");
  const odd = path.join(dataDir, "it's here");
  expect(shown({ COUNTERSIGN_DATA_DIR: odd })).toBe(
    `COUNTERSIGN_DATA_DIR='${odd.replace("'", "'\\''")}' npm run countersign --`,
  );
  const command = shown({ ...onDatabase, COUNTERSIGN_DATA_DIR: odd });
  expect(command).not.toMatch(/hunter2|0123456789/);
  const ran = (env) => {
    const line = command.replace("npm run countersign --", "node -p process.env.DATABASE_URL");
    return spawnSync("sh", ["-c", line], { env: { PATH: process.env.PATH, ...env }, encoding: "utf8" });
  };
  expect(ran(onDatabase).stdout.trim()).toBe(onDatabase.DATABASE_URL);
  expect(ran({}).stdout).toBe("");
  expect(ran({}).stderr).toContain("DATABASE_URL: set it as for npm start");
});

test("a command refuses where the last start used a database that it is not given", () => {
  const shared = path.join(dataDir, "shared");
  const given = { COUNTERSIGN_DATA_DIR: shared };
  noteAddress(environment({ ...given, ...onDatabase }));
  expect(() => commandEnvironment(given)).toThrow(
    /DATABASE_URL is missing: .* db\.example:5433\/countersign\. /,
  );
  expect(() => commandEnvironment(given)).not.toThrow("hunter2");
  expect(existsSync(path.join(shared, "auth-secret"))).toBe(false);
  expect(commandEnvironment({ ...given, ...onDatabase }).ownerUrl).toBe(onDatabase.DATABASE_URL);
  noteAddress(environment(given));
  expect(commandEnvironment(given).ownerUrl).toBeNull();
});

test("unknown names of ours, and names that are almost a setting's, are warned about", () => {
  expect(
    unknownNames({
      COUNTERSIGN_ROLL: "web",
      COUNTERSIGN_SECRET_SAUCE: "s3cret",
      DATABASE_ULR: "postgresql://u:s3cret@db/x",
      COUNTERSIGN_INIT_GATEWAY_KEY_FILE: "/key",
      COUNTERSIGN_SERVICE_HOST: "10.0.0.1",
      COUNTERSIGN_WEB_PORT_3000_TCP: "tcp://10.0.0.1:3000",
      COUNTERSIGN_FORGOTTEN: "",
      PATH: "/bin",
      POST: "x",
    }),
  ).toEqual([
    "COUNTERSIGN_ROLL is unknown and has no effect; did you mean COUNTERSIGN_ROLE?",
    "COUNTERSIGN_SECRET_SAUCE is unknown and has no effect",
    "DATABASE_ULR is unknown and has no effect; did you mean DATABASE_URL?",
  ]);
  const names = (file, form) => [...readFileSync(file, "utf8").matchAll(form)].map(([, name]) => name);
  const known = [
    ...names("lib/core/env.ts", /^ {2}([A-Z_]{4,}): /gm),
    ...names("docs/operating.md", /^\| `([A-Z_]{4,})` \|/gm),
  ];
  expect(known.length).toBeGreaterThan(40);
  expect(unknownNames(Object.fromEntries(known.map((name) => [name, "x"])))).toEqual([]);
});

test("without make, nothing is made", () => {
  const nowhere = path.join(dataDir, "nowhere");
  expect(environment({ COUNTERSIGN_DATA_DIR: nowhere }, { make: false }).secret).toBeNull();
  expect(existsSync(nowhere)).toBe(false);
});

test("every way to the database is under the product's own login, and locks go past the pool", () => {
  const given = {
    DATABASE_URL: "postgresql://owner:o@pool:6432/countersign",
    DATABASE_DIRECT_URL: "postgresql://owner:o@primary:5432/countersign",
    DATABASE_REPLICA_URL: "postgresql://owner:o@replica:5432/countersign",
    AUTH_SECRET: secret,
  };
  const settings = environment(given);
  expect(settings.ownerUrl).toBe(given.DATABASE_DIRECT_URL);
  // A database keeps its backups when a pooler is added or removed.
  expect(settings.backups.mark).toBe(environment({ ...given, DATABASE_DIRECT_URL: "" }).backups.mark);
  const app = "postgresql://countersign_app:p%40ss@primary:5432/countersign";
  expect(databaseUrls(settings.env, app)).toMatchObject({
    DATABASE_URL: "postgresql://countersign_app:p%40ss@pool:6432/countersign",
    DATABASE_DIRECT_URL: app,
    DATABASE_REPLICA_URL: "postgresql://countersign_app:p%40ss@replica:5432/countersign",
  });
  const own = { ...settings.env, DATABASE_APP_URL: "postgresql://mine:m@pool:6432/countersign" };
  const urls = databaseUrls(own, own.DATABASE_APP_URL);
  expect(urls.DATABASE_URL).toBe(own.DATABASE_APP_URL);
  expect(urls.DATABASE_DIRECT_URL).toBe("postgresql://mine:m@primary:5432/countersign");
  expect(urls).not.toHaveProperty("DATABASE_APP_URL");
});

test("with the embedded database there is one way to it", () => {
  const app = "postgresql://countersign_app:p@127.0.0.1:5000/countersign";
  const urls = databaseUrls(embedded().env, app);
  expect(urls.DATABASE_URL).toBe(app);
  expect(urls.DATABASE_REPLICA_URL).toBeUndefined();
  expect(() => embedded({ DATABASE_REPLICA_URL: app })).toThrow(
    "DATABASE_URL is missing: expected the database that DATABASE_REPLICA_URL leads to as well",
  );
});
