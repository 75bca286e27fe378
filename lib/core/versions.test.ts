import { afterAll, expect, test } from "vitest";
import { closeDatabase, read, type Tx } from "./db";
import { systemScope } from "./scope";
import {
  lockNewest,
  newestVersion,
  type Saved,
  storeVersion,
  VERSIONS_KEPT,
  type VersionedList,
} from "./versions";

afterAll(closeDatabase);

type Songs = Saved & { songs: readonly { name: string; key: string }[] };

function songs(): VersionedList<Songs> {
  const rows: Songs[] = [];
  return {
    lock: "countersign:songs of the test",
    kind: "songs",
    table: () => ({
      create: async ({ data }) => rows.push(data),
      deleteMany: async ({ where }) =>
        rows.splice(0, rows.filter((r) => r.version <= where.version.lte).length),
    }),
    read: async (_, most) => rows.toReversed().slice(0, most),
    items: (version) => version.songs,
    overtaken: (newest) => (newest ? `${newest.savedBy} was faster` : "nothing is saved"),
  };
}

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => read(systemScope("tests"), work);
const by = (savedBy: string, names: string, key = "C") => ({
  savedBy,
  songs: [...names].map((name) => ({ name, key })),
});

test("each save is the next version, and says what it changed", async () => {
  const list = songs();
  await inTransaction(async (tx) => {
    const first = await storeVersion(tx, list, await lockNewest(tx, list, null), by("Ada", "ab"));
    expect(first).toMatchObject({ version: 1, subject: { kind: "songs", id: "1" } });
    const second = await storeVersion(tx, list, await lockNewest(tx, list, 1), by("Bob", "bc"));
    const changes = { added: ["c"], removed: ["a"], changed: [], reordered: false };
    expect(second.changes).toEqual(changes);
    expect((await list.read(tx, 9)).map(({ savedBy }) => savedBy)).toEqual(["Bob", "Ada"]);
  });
});

test("a save over another version than the newest is refused, in the words of the list", async () => {
  const list = songs();
  const refused = (message: string) => ({ code: "STALE_VIEW", message });
  await inTransaction(async (tx) => {
    await expect(lockNewest(tx, list, 1)).rejects.toMatchObject(refused("nothing is saved"));
    await storeVersion(tx, list, null, by("Ada", "a"));
    for (const seen of [null, 2])
      await expect(lockNewest(tx, list, seen)).rejects.toMatchObject(refused("Ada was faster"));
  });
});

test("the newest versions are kept, and no others", async () => {
  const list = songs();
  await inTransaction(async (tx) => {
    for (let saved = 0; saved < VERSIONS_KEPT + 2; saved += 1) {
      await storeVersion(tx, list, await newestVersion(tx, list), by("Ada", "a"));
    }
    const versions = (await list.read(tx, 99)).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: VERSIONS_KEPT }, (_, at) => VERSIONS_KEPT + 2 - at));
  });
});
