/** The body as text; null when it is larger. */
export async function boundedText(message: Request | Response, bytesMax: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = message.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return Buffer.concat(parts).toString("utf8");
    bytes += part.value.byteLength;
    if (bytes > bytesMax) {
      await reader?.cancel();
      return null;
    }
    parts.push(part.value);
  }
}
