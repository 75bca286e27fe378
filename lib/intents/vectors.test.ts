import { expect, test } from "vitest";
import { wordVectors } from "./vectors";

test("vectors of many texts let others have their turn in between", async () => {
  let [turns, going] = [0, true];
  const others = () => {
    turns += 1;
    if (going) setImmediate(others);
  };
  setImmediate(others);
  const texts = Array.from(
    { length: 3_000 },
    (_, n) => `Send the invoice number ${n} to whoever asked for it.`,
  );
  const vectors = await wordVectors(texts);
  going = false;
  expect(vectors).toHaveLength(texts.length);
  expect(turns).toBeGreaterThan(3);
});
