// Server time and size of queue pages, with few and with many calls waiting.
import { figure } from "../figure.mjs";
import { command, ownData, signIn, startProduct } from "../product.mjs";
import { measurePage } from "../visits.mjs";

const [FEW, MANY] = [10, 10_000];
const AUDIT = Number(process.env.BENCH_AUDIT ?? 20_000);
const GOALS = { time: { most: 2.5 }, size: { most: 150 } };
const MEASURED = {
  "queue, mine": GOALS,
  "queue, all": GOALS,
  "an approval that waits": GOALS,
  "a decided approval": GOALS,
  "queue, decided": { time: { most: 4 }, size: {} },
  "queue, attention": { time: { most: 4 }, size: {} },
};
// Both are measured in sequence on different data, so this includes other activity of the machine.
const CONSTANT = 1.2;

async function withWaiting(pending) {
  const { dataDir, remove } = ownData();
  await command(dataDir, ["sample", "load", "--pending", String(pending), "--audit", String(AUDIT)]);
  const product = await startProduct(dataDir);
  try {
    const visit = await signIn(product);
    const measured = {};
    for (const name of Object.keys(MEASURED)) measured[name] = await measurePage(visit, name);
    return measured;
  } finally {
    await product.stop();
    await remove();
  }
}

export async function measure() {
  const [few, many] = [await withWaiting(FEW), await withWaiting(MANY)];
  return Object.entries(MEASURED).flatMap(([name, goals]) => {
    const [before, after] = [few[name], many[name]];
    const times = ({ ms, baseMs }) => ms / baseMs;
    return [
      figure(`${name}, ${MANY} waiting`, {
        value: after.ms,
        unit: "ms",
        base: after.baseMs,
        of: "a page without data",
        ...goals.time,
      }),
      figure(`${name}, ${MANY} waiting, HTML`, { value: after.kibibytes, unit: "KiB", ...goals.size }),
      figure(`${name}, ${MANY} waiting`, {
        value: times(after),
        unit: "times a page without data",
        base: times(before),
        of: `the same with ${FEW}`,
        most: CONSTANT,
      }),
    ];
  });
}
