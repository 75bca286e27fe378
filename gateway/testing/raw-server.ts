import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { RawReplies, type RawRequest, type RawScript } from "./raw-replies";

/** A scripted server over stdio; its argument names the script's file. */
const replies = new RawReplies(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as RawScript);

createInterface({ input: process.stdin }).on("line", (line) => {
  const lines = replies.to(JSON.parse(line) as RawRequest, line).map((reply) => `${reply}\n`);
  if (lines.length > 0) process.stdout.write(lines.join(""));
});
