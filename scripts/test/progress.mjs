const EVERY_MS = 30_000;
const EVERY_MS_IN_PLACE = 1_000;

const clock = (ms) => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/**
 * Shows running steps: in place on a terminal, else a line every half minute.
 * @param {{ isTTY?: boolean, columns?: number, write(text: string): unknown }} [out]
 * @returns {{ begin(name: string, read?: () => string): () => void, line(text: string): void }}
 * `begin` returns an end function, `read` returns the progress; `line` prints a line
 */
export function sayProgress(out = process.stdout) {
  /** @type {Set<{ name: string, read: () => string, began: number }>} */
  const running = new Set();
  let timer;

  const wipe = () => out.isTTY && out.write("\r\u001b[K");
  const told = ({ name, read, began }) =>
    [`${name}:`, [read(), clock(performance.now() - began)].filter(Boolean).join(", ")].join(" ");

  function tell() {
    const lines = [...running].map(told);
    if (!out.isTTY) for (const line of lines) out.write(`     ${line}\n`);
    else {
      wipe();
      out.write(lines.join(" · ").slice(0, (out.columns ?? 80) - 1));
    }
  }

  return {
    begin(name, read = () => "") {
      const one = { name, read, began: performance.now() };
      running.add(one);
      timer ??= setInterval(tell, out.isTTY ? EVERY_MS_IN_PLACE : EVERY_MS);
      return () => {
        running.delete(one);
        wipe();
        if (running.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    line(text) {
      wipe();
      out.write(`${text}\n`);
    },
  };
}
