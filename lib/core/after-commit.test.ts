import { expect, test } from "vitest";
import { afterCommit, committed, waitingAt } from "./after-commit";

test("what came to wait after a savepoint is forgotten with it, and the rest is done once", () => {
  const tx = {};
  const done: string[] = [];
  afterCommit(tx, () => done.push("before"));
  const forget = waitingAt(tx);
  afterCommit(tx, () => done.push("undone"));
  forget();
  afterCommit(tx, () => done.push("after"));
  committed(tx);
  committed(tx);
  expect(done).toEqual(["before", "after"]);
});

test("what fails keeps nothing else from being done, and nothing from being stored", () => {
  const tx = {};
  const done: string[] = [];
  afterCommit(tx, () => {
    throw new Error("on purpose");
  });
  afterCommit(tx, () => done.push("next"));
  committed(tx);
  expect(done).toEqual(["next"]);
});
