import { lookup } from "node:dns/promises";
import { readFileSync } from "node:fs";
import net from "node:net";
import { clustersOf } from "@/lib/language/clusters/rules";
import { NO_LINKS } from "@/lib/language/clusters/types";
import { threadedEmbedder } from "@/lib/language/embedder-thread";
import { masked, unmasked } from "../masks";
import { modelOf } from "../stored-vectors";
import { embeddedText } from "../vectors";
import { adjustedRand } from "./agreement";

// A process that embeds and groups labelled rationales, for a test without a network. Reports its
// own attempts to connect to the machine and to look up a name.

type Labelled = { intent: string; tool: string; rationales: string[] };

const INTENTS = 6;

const failure = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "?");

function reach(port: number): Promise<string> {
  return new Promise((resolve) => {
    try {
      const socket = net.connect({ port, host: "127.0.0.1" }, () => resolve("connected"));
      socket.on("error", (error) => resolve(failure(error)));
    } catch (error) {
      resolve(failure(error));
    }
  });
}

const set: Labelled[] = JSON.parse(readFileSync("lib/intents/testing/intents-tuning.json", "utf8"));
const model = modelOf(threadedEmbedder());
const said = set.slice(0, INTENTS).flatMap(({ intent, tool, rationales }) =>
  rationales.map((rationale, at) => ({
    ...{ id: `${intent} ${at}`, weight: 1, intent, tool, provider: null },
    text: unmasked(masked(rationale)),
  })),
);
const vectors = await model.embed(said.map(embeddedText));
const points = said.map((one, at) => ({ ...one, vector: vectors[at] ?? new Float32Array() }));
const groups = await clustersOf(points, NO_LINKS, model.lines);
const groupOf = new Map(groups.flatMap((group, at) => group.map(({ id }) => [id, String(at)] as const)));
const found = {
  numbers: vectors.map(({ length }) => length),
  agreement: adjustedRand(
    points.map(({ intent }) => intent),
    points.map(({ id }) => groupOf.get(id) ?? id),
  ),
  connecting: await reach(Number(process.env.TEST_PORT)),
  lookingUp: await lookup("localhost.countersign.test").then(() => "found", failure),
};
process.send?.(found, () => process.exit(0));
