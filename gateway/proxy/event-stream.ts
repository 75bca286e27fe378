import { readMessages } from "./odd-messages";

/**
 * A server-sent event stream with repaired messages for the SDK; unreadable ones pass unchanged.
 */
export function mendedEvents(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let rest = "";
  let event: string[] = [];
  const take = (line: string): string => {
    if (line !== "") {
      event.push(line);
      return "";
    }
    const ended = mendedEvent(event);
    event = [];
    return ended;
  };
  const lines = new TransformStream<string, string>({
    transform(chunk, controller) {
      const text = rest + chunk;
      if (!/[\r\n]/.test(chunk) && !rest.endsWith("\r")) {
        rest = text;
        return;
      }
      // A CRLF may be split between chunks.
      const half = text.endsWith("\r") ? "\r" : "";
      const parts = text.slice(0, text.length - half.length).split(/\r\n|\n|\r/);
      rest = (parts.pop() ?? "") + half;
      for (const line of parts) controller.enqueue(take(line));
    },
    flush(controller) {
      // Some servers omit the final empty line.
      const last = take(rest.replace(/\r$/, ""));
      controller.enqueue(event.length > 0 ? last + take("") : last);
    },
  });
  return stream
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(lines)
    .pipeThrough(new TextEncoderStream());
}

/** One event with its empty line; one event per message of a batch. */
function mendedEvent(lines: readonly string[]): string {
  const isData = (line: string) => line.startsWith("data:");
  const data = lines.filter(isData).map((line) => line.slice("data:".length).replace(/^ /, ""));
  const others = lines.filter((line) => !isData(line));
  const whole = `${lines.join("\n")}\n\n`;
  if (data.length === 0) return whole;
  try {
    const messages = readMessages(data.join("\n"));
    return messages
      .map((message) => `${[...others, `data: ${JSON.stringify(message)}`].join("\n")}\n\n`)
      .join("");
  } catch {
    return whole;
  }
}
