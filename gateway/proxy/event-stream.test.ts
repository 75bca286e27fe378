import fc from "fast-check";
import { expect, test } from "vitest";
import { mendedEvents } from "./event-stream";

const READ = [
  ": keepalive",
  "",
  "id: 7",
  "retry: 10",
  "data:",
  "",
  'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1,"total":null}}',
  "",
  "event: message",
  "id: 8",
  'data: {"jsonrpc":"2.0","id":1,',
  'data: "result":{"é":1},"error":null}',
  "",
  "data: no JSON",
  "",
  'data: {"jsonrpc":"2.0","id":2,"result":{}}',
];

const MENDED = `: keepalive

id: 7
retry: 10
data:

data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}

event: message
id: 8
data: {"jsonrpc":"2.0","id":1,"result":{"é":1}}

data: no JSON

data: {"jsonrpc":"2.0","id":2,"result":{}}

`;

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

test("events are read with any line ending and any chunking, the last one without its end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
      async (end, sizes) => {
        const bytes = Buffer.from(READ.join(end));
        const chunks: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(new Uint8Array(bytes.subarray(at, at + size)));
          at += size;
        }
        const stream = new Response(mendedEvents(streamOf(chunks)));
        expect((await stream.text()).trimEnd()).toBe(MENDED.trimEnd());
      },
    ),
  );
});
