type CurlParts = { method: string; path: string; body: string | null; idempotencyKey: string | null };

/** The request as a shell command; the key is a shell variable. */
export function asCurl(publicUrl: string, { method, path, body, idempotencyKey }: CurlParts): string {
  const lines = [
    `curl -sS -X ${method} ${quoted(publicUrl + path)}`,
    '-H "Authorization: Bearer $COUNTERSIGN_KEY"',
    ...(idempotencyKey ? [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`] : []),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `--data-raw ${quoted(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Quotes any text as one word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
