import "server-only";
import { domainToUnicode } from "node:url";
import { lookAlike } from "@/lib/core/text/look-alike";
import type { Anchor } from "./mail-html";
import type { LinkHost, Links } from "./types";

// Backslashes belong to it, because browsers read them as slashes.
const ADDRESS = /\bhttps?:[\\/]{2}[^\s<>"'`^{}|]+/gi;

const LINKS_READ = 5_000;
const HOSTS_SHOWN = 30;
const EXAMPLES = 3;
const EXAMPLE_CHARS = 300;

/** Collects links by the host that a browser would ask. */
export class LinkReader {
  private readonly hosts = new Map<string, LinkHost>();
  private count = 0;

  text(text: string): void {
    if (!/https?:/i.test(text)) return;
    for (const [match] of text.matchAll(ADDRESS)) {
      if (this.count >= LINKS_READ) return;
      this.add(match.replace(/[.,;:!?)\]]+$/, ""), null);
    }
  }

  anchor({ href, text }: Anchor): void {
    if (this.count < LINKS_READ) this.add(href.trim(), text.trim());
  }

  private add(written: string, shown: string | null): void {
    const url = urlOf(written);
    if (!url) return;
    this.count += 1;
    const found = this.hosts.get(url.host) ?? newHost(url);
    this.hosts.set(url.host, found);
    found.count += 1;
    const example = written.slice(0, EXAMPLE_CHARS);
    if (found.examples.length < EXAMPLES && !found.examples.includes(example)) found.examples.push(example);
    for (const warning of [userOf(url), elsewhere(url, shown)])
      if (warning && found.warnings.length < EXAMPLES + 2 && !found.warnings.includes(warning))
        found.warnings.push(warning);
  }

  links(): Links | null {
    if (this.count === 0) return null;
    const all = [...this.hosts.values()].sort(
      (a, b) => Number(b.warnings.length > 0) - Number(a.warnings.length > 0) || b.count - a.count,
    );
    return {
      hosts: all.slice(0, HOSTS_SHOWN),
      count: this.count,
      moreHosts: Math.max(0, all.length - HOSTS_SHOWN),
    };
  }
}

function urlOf(written: string): URL | null {
  try {
    const url = new URL(written);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

function newHost(url: URL): LinkHost {
  const { host, hostname } = url;
  const unicode = domainToUnicode(hostname);
  const readsAs = unicode !== hostname && unicode !== "" ? unicode : null;
  const warnings = [
    readsAs && odd(readsAs),
    isNumeric(hostname) && "The host is an IP address.",
    imitates(hostname),
  ];
  return {
    host,
    readsAs,
    count: 0,
    examples: [],
    warnings: warnings.filter((one) => typeof one === "string"),
  };
}

const isNumeric = (host: string) => /^(?:\d+\.){3}\d+$|^\[/.test(host);

function odd(host: string): string {
  const [suspect] = lookAlike(host);
  if (suspect) return `A part of the host ${suspect.reason}.`;
  return "The host has letters outside ASCII.";
}

/** A well-known ending in the middle: `paypal.com.example.net` belongs to example.net. */
function imitates(host: string): string | null {
  const found = /^(?:.*\.)?([^.]+\.(?:com|org|net|gov|edu))\.[^.]+\.[^.]+/.exec(host);
  return found
    ? `It contains ${found[1]}, but the host ends in ${host.split(".").slice(-2).join(".")}.`
    : null;
}

function userOf({ username, password, host }: URL): string | null {
  if (username === "" && password === "") return null;
  return `“${decoded(username).slice(0, EXAMPLE_CHARS)}” before the @ is a user name. The host is ${host}.`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A link whose text names another host than it leads to. */
function elsewhere(url: URL, shown: string | null): string | null {
  const named = shown && /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/?#:].*)?$/iu.exec(shown)?.[1];
  if (!named) return null;
  const host = urlOf(`https://${named}`)?.hostname.replace(/^www\./, "");
  const real = url.hostname.replace(/^www\./, "");
  if (!host || real === host || real.endsWith(`.${host}`)) return null;
  return `The link’s text is ${named.slice(0, EXAMPLE_CHARS)}, but it leads to ${url.host}.`;
}
