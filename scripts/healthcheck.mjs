// Whether every process that listens in this container answers: the API process the one address, the pages process the other.
const { PORT = "3000", COUNTERSIGN_ROLE: role = "all" } = process.env;
const ASKED = {
  all: ["/api/health", "/icon.svg"],
  web: ["/api/health", "/icon.svg"],
  api: ["/api/health"],
  worker: [],
};

try {
  const answers = await Promise.all(
    (ASKED[role] ?? ASKED.all).map((path) => fetch(`http://127.0.0.1:${PORT}${path}`)),
  );
  process.exit(answers.every(({ ok }) => ok) ? 0 : 1);
} catch {
  process.exit(1);
}
