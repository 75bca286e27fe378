// The cost of the request log: one product with it and one without, in turns.
import { randomBytes } from "node:crypto";
import { figure } from "../figure.mjs";
import { inTurns, load } from "../load.mjs";
import { ownData, startProduct } from "../product.mjs";

const rationale = "The benchmark measures how fast requests are taken in.";
const reported = () => ({
  tenant: "bench",
  tool: "read_file",
  rationale,
  arguments: { path: `/srv/${randomBytes(8).toString("hex")}`, text: "A line of a file. ".repeat(20) },
  outcome: "ok",
  occurred_at: new Date().toISOString(),
});
const KINDS = {
  "one tool call": reported,
  "a batch of 100": () => ({ rows: Array.from({ length: 100 }, reported) }),
};

export async function measure() {
  const places = [ownData(), ownData()];
  const products = [];
  try {
    for (const [index, state] of ["on", "off"].entries())
      products.push(await startProduct(places[index].dataDir, { REQUEST_LOG: state }, index * 10));
    const rows = [];
    for (const [name, body] of Object.entries(KINDS)) {
      const of =
        ({ origin, headers }) =>
        () =>
          load({ origin, path: "/api/v1/audit", headers, body }, { fresh: false });
      const { on, off } = await inTurns({ on: of(products[0]), off: of(products[1]) });
      rows.push(
        figure(`${name}, with the request log`, {
          value: on.perSecond,
          unit: "/s",
          base: off.perSecond,
          of: "without it",
          least: 0.9,
        }),
      );
    }
    return rows;
  } finally {
    for (const { stop } of products) await stop();
    for (const { remove } of places) await remove();
  }
}
