import { env } from "@/lib/core/env";
import { askTracker } from "./http";
import type { Tracker, TrackerAnswer, TrackerDraft } from "./types";

type GitHubOptions = {
  /** The site for people: https://github.com, or a self-hosted server. */
  url: string;
  /** owner/name */
  repository: string;
  token?: string;
  /** Private ranges that requests may reach, as CIDRs. */
  allow: readonly string[];
  answerMs?: number;
};

const PUBLIC_URL = "https://github.com";
const PUBLIC_API = "https://api.github.com";

/** Characters of a URL that GitHub and its proxies accept. */
const FORM_URL_MAX = 7_500;
const LENGTHS = [1_000, 500, 200, 80, 20];

/** GitHub's limits: characters of a title and of a body. */
const TITLE_MAX = 250;
const BODY_MAX = 65_000;

/** GitHub as a tracker: its REST API of 2022-11-28, or its form for a new issue without a token. */
export function githubTracker(options: GitHubOptions): Tracker {
  const { url, repository, token, allow, answerMs } = options;
  const api = url === PUBLIC_URL ? PUBLIC_API : `${url}/api/v3`;
  const itemsAt = `${url}/${repository}/issues/`;
  const ask = (method: "GET" | "POST", path: string, body?: object) =>
    askTracker(
      {
        method,
        url: `${api}/repos/${repository}${path}`,
        headers: {
          accept: "application/vnd.github+json",
          "x-github-api-version": "2022-11-28",
          "user-agent": "Countersign",
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { "content-type": "application/json" }),
        },
        body: body && JSON.stringify(body),
      },
      { allow, answerMs },
    );
  return {
    name: "GitHub",
    itemsAt,
    connected: token !== undefined,
    urlOf: (draft) => formAddress(`${itemsAt}new`, draft),
    create: async ({ title, body }) =>
      madeAt(
        await ask("POST", "/issues", { title: cut(title, TITLE_MAX), body: cut(body, BODY_MAX) }),
        itemsAt,
      ),
    readState: async (item) => {
      const [, number] =
        /^(\d{1,12})(?:[/?#].*)?$/.exec(item.startsWith(itemsAt) ? item.slice(itemsAt.length) : "") ?? [];
      if (number === undefined)
        return { ok: false, why: "It is no item of this tracker.", retryAfterMs: null };
      return stateIn(await ask("GET", `/issues/${number}`));
    },
  };
}

const cut = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;

function formAddress(page: string, draft: (longest: number) => TrackerDraft): string {
  const addresses = LENGTHS.map((longest) => `${page}?${new URLSearchParams(draft(longest))}`);
  return addresses.find((address) => address.length <= FORM_URL_MAX) ?? page;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** Accepts only a URL within the repository: it becomes a link that people follow. */
function madeAt(answer: TrackerAnswer<unknown>, itemsAt: string): TrackerAnswer<string> {
  if (!answer.ok) return answer;
  const number = member(answer.value, "number");
  return typeof number === "number" && Number.isSafeInteger(number)
    ? { ok: true, value: `${itemsAt}${number}` }
    : { ok: false, why: "Its answer was not understood.", retryAfterMs: null };
}

function stateIn(answer: TrackerAnswer<unknown>): TrackerAnswer<"open" | "closed"> {
  if (!answer.ok) return answer;
  const state = member(answer.value, "state");
  return state === "open" || state === "closed"
    ? { ok: true, value: state }
    : { ok: false, why: "Its answer was not understood.", retryAfterMs: null };
}

/** The tracker of this installation; null while none is set up. */
export function ownTracker(): Tracker | null {
  const { TRACKER_GITHUB_URL, TRACKER_GITHUB_REPOSITORY, TRACKER_GITHUB_TOKEN, callbackAllowCidrs } = env();
  if (TRACKER_GITHUB_REPOSITORY === undefined) return null;
  return githubTracker({
    url: TRACKER_GITHUB_URL,
    repository: TRACKER_GITHUB_REPOSITORY,
    token: TRACKER_GITHUB_TOKEN,
    allow: callbackAllowCidrs,
  });
}
