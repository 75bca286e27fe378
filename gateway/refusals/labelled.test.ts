import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseMessage } from "./messages";
import type { Json, Keyword } from "./types";

// Messages of libraries and services, labelled with the fields, keywords and values a person reads
// in them. Ajv, zod, jsonschema, pydantic and the MCP SDK made those of the third and held-out set;
// the rest imitate services. Both sets were labelled without looking at the parser, and are random
// halves of one. The parser was improved on all sets; before, it read 71, 90, 37, 46, 40, 71 and 30
// right. The last four are first runs on unseen text: a dozen languages' validators, then libraries
// of no other set. Three of their labels were corrected later, as they contradicted other sets. The
// last three sets are of services: 37 of the first were right before mentions were read by name and
// value. The second, run once after that, has services absent from the first: 71 of 100. The third
// has faults of no argument; 40 of 41 at first. The goal of 95 per cent is not reached on unseen
// services.
const SETS = [
  { file: "labelled-messages", messages: 100, reached: 99 },
  { file: "second-messages", messages: 100, reached: 100 },
  { file: "third-messages", messages: 50, reached: 50 },
  { file: "held-out-messages", messages: 50, reached: 50 },
  { file: "fresh-messages", messages: 50, reached: 47 },
  { file: "unseen-messages", messages: 100, reached: 99 },
  { file: "newest-messages", messages: 50, reached: 49 },
  { file: "service-messages", messages: 97, reached: 95 },
  { file: "other-service-messages", messages: 100, reached: 93 },
  { file: "no-argument-messages", messages: 41, reached: 41 },
];

type Said = { path: string | null; keyword: Keyword; value?: Json };
type Labelled = { message: string; arguments: { [key: string]: Json }; expected: Said[] };

const told = (said: readonly Said[]) =>
  said.map(({ path, keyword, value }) => JSON.stringify([path, keyword, value])).toSorted();

test.each(SETS)("of the $messages $file at least $reached are read right", ({ file, messages, reached }) => {
  const path = fileURLToPath(new URL(`testing/${file}.json`, import.meta.url));
  const all: Labelled[] = JSON.parse(readFileSync(path, "utf8"));
  const right = all.filter(
    ({ message, arguments: args, expected }) =>
      told(parseMessage(message, args)).join() === told(expected).join(),
  );
  expect(all).toHaveLength(messages);
  expect(right.length).toBeGreaterThanOrEqual(reached);
});
