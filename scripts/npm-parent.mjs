// npm runs scripts through a shell and signals only the shell, which exits and leaves the script
// running.
import { spawnSync } from "node:child_process";

const POLL_MS = 250;

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The process that started our parent: npm, if the parent is its shell. */
function grandparent() {
  const { stdout } = spawnSync("ps", ["-o", "ppid=", "-p", String(process.ppid)], { encoding: "utf8" });
  const pid = Number(stdout);
  return pid > 1 ? pid : null;
}

/**
 * Calls back once when the npm that runs this script has exited. Does nothing without npm.
 * @param {() => void} act
 */
export function whenNpmIsGone(act) {
  if (!process.env.npm_lifecycle_event || process.platform === "win32") return;
  const [parent, npm] = [process.ppid, grandparent()];
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || exists(npm))) return;
    clearInterval(timer);
    act();
  }, POLL_MS);
  timer.unref();
}
