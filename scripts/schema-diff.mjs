// SQL difference between prisma/schema and the migrations, from Prisma's schema engine (its WASM
// build).
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { listMigrations } from "./migrate.mjs";
import { join } from "./shared-server.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CATALOG_CHAR = 18; // type of catalog columns such as pg_class.relkind, unknown to the adapter
const FIXED_CHAR = 1042;

function loadEngine() {
  const file = fileURLToPath(
    new URL("./schema_engine_bg.wasm", import.meta.resolve("@prisma/schema-engine-wasm")),
  );
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {
    "./schema_engine_bg.js": engine,
  });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

/** The adapter supports queries only; the engine also reads catalogs and runs scripts. */
class CatalogAdapter extends PrismaPg {
  async connect() {
    const adapter = await super.connect();
    const io = adapter.performIO.bind(adapter);
    const raw = adapter.queryRaw.bind(adapter);
    let chars = [];
    adapter.performIO = async (query) => {
      const result = await io(query);
      chars = (result.fields ?? []).flatMap((field, index) =>
        field.dataTypeID === CATALOG_CHAR ? [index] : [],
      );
      for (const index of chars) result.fields[index].dataTypeID = FIXED_CHAR;
      return result;
    };
    adapter.queryRaw = async (query) => {
      const result = await raw(query);
      for (const index of chars) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    adapter.executeScript = (script) => adapter.underlyingDriver().query(script);
    return adapter;
  }
}

async function query(url, ...statements) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Prisma cannot describe partitions, so in this temporary database the parent becomes an ordinary
 * table.
 */
const WITHOUT_PARTITIONS = `do $$ declare part record; begin
  for part in select c.oid::regclass as name, p.inhparent::regclass as parent from pg_inherits p join pg_class c on c.oid = p.inhrelid where c.relkind = 'r'
  loop execute format('drop table %s', part.name); end loop; end $$`;

/**
 * @returns {Promise<string>} the SQL from the migrations' result to prisma/schema; empty if equal
 */
export async function schemaDiff() {
  const { server, leave } = await join(path.join(ROOT, ".data", "test", "pg"));
  const name = `diff_${randomBytes(6).toString("hex")}`;
  await query(server.superUrl, `create database ${name} owner countersign_owner`);
  const url = server.ownerUrl.replace(/\/countersign$/, `/${name}`);
  const folder = path.join(ROOT, "prisma", "schema");
  const files = readdirSync(folder).map((file) => ({
    path: file,
    content: readFileSync(path.join(folder, file), "utf8"),
  }));
  try {
    await query(url, ...listMigrations().map(({ sql }) => sql), WITHOUT_PARTITIONS);
    loadEngine();
    const factory = new CatalogAdapter({ connectionString: url, max: 1 });
    const bound = await engine.SchemaEngine.new(
      { datamodels: undefined },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    const filters = { externalTables: [], externalEnums: [] };
    const { stdout } = await bound.diff({
      from: { tag: "schemaDatasource", files, configDir: folder },
      to: { tag: "schemaDatamodel", files },
      script: true,
      shadowDatabaseUrl: null,
      exitCode: null,
      filters,
    });
    await bound.free?.();
    return /^-- This is an empty migration\.\s*$/.test(stdout ?? "") ? "" : (stdout ?? "");
  } finally {
    await query(server.superUrl, `drop database ${name} with (force)`);
    await leave();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sql = (await schemaDiff()).trim();
  console.log(sql || "prisma/schema and prisma/migrations agree");
  process.exit(sql && process.argv.includes("--exit-code") ? 2 : 0);
}
