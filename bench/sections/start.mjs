// Start time of the built product on an existing database, and its idle memory.
import { figure } from "../figure.mjs";
import { median, pause, ROUNDS } from "../load.mjs";
import { megabytes, ownData, signIn, startProduct } from "../product.mjs";

// Longer than the garbage collector's cleanup after a start.
const SETTLING_MS = 20_000;
/** A normal start without setup. */
const NOTHING_ANEW = {
  COUNTERSIGN_INIT_GATEWAY: undefined,
  COUNTERSIGN_INIT_GATEWAY_KEY: undefined,
  COUNTERSIGN_INIT_GATEWAY_TENANTS: undefined,
};

export async function measure() {
  const { dataDir, remove } = ownData();
  const [ready, held] = [[], []];
  try {
    for (let turn = 0; turn <= ROUNDS; turn += 1) {
      const product = await startProduct(dataDir, turn === 0 ? {} : NOTHING_ANEW);
      await pause(SETTLING_MS);
      // The first turn creates the database and its administrator.
      if (turn === 0) await signIn(product);
      else {
        ready.push(product.readyMs / 1_000);
        held.push(megabytes(product));
      }
      await product.stop();
    }
  } finally {
    await remove();
  }
  return [
    figure("built start, until it is ready", { value: median(ready), unit: "s", most: 2 }),
    figure("memory of its processes at rest", { value: median(held), unit: "MB", most: 220 }),
  ];
}
