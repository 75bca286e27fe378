import "server-only";
import dns from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { addressProblem } from "@/lib/gateways/callback-url";

export type Resolve = (hostname: string) => Promise<dns.LookupAddress[]>;

/** A connection refused because of its target address. */
export class ForbiddenAddressError extends Error {
  constructor(why: string) {
    super(why);
    this.name = "ForbiddenAddressError";
  }
}

type GuardedAgentOptions = {
  allow: readonly string[];
  resolve?: Resolve;
  timeoutMs: number;
};

/**
 * An HTTP agent that connects only to allowed addresses. It checks addresses at connect time and
 * passes exactly those to the socket, so DNS rebinding does not work. Never follows redirects.
 */
export function guardedAgent(options: GuardedAgentOptions): Agent {
  const { allow, timeoutMs } = options;
  const resolve = shared(options.resolve ?? systemResolve);
  const connectors = new Map(
    ["http:", "https:"].map((protocol) => [
      protocol,
      buildConnector({
        timeout: timeoutMs,
        lookup: checkedLookup(resolve, protocol, allow),
      } as buildConnector.BuildOptions),
    ]),
  );
  return new Agent({
    // Unlimited per origin: several gateways may share it, and a hanging one must not block the
    // others.
    connections: null,
    pipelining: 1,
    connect(target, callback) {
      // Literal addresses skip the lookup function, so check them here.
      const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
      const problem = isIP(host) === 0 ? null : addressProblem(target.protocol, host, allow);
      const connector = connectors.get(target.protocol);
      if (problem !== null || !connector) {
        callback(
          new ForbiddenAddressError(
            problem ?? `Countersign calls http and https only, not ${target.protocol}`,
          ),
          null,
        );
        return;
      }
      connector(target, callback);
    },
  });
}

/** A lookup function that returns only allowed addresses, or refuses. */
function checkedLookup(resolve: Resolve, protocol: string, allow: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const problems = found.map(({ address }) => addressProblem(protocol, address, allow));
        const open = found.filter((_, index) => problems[index] === null);
        const [first] = open;
        if (!first) {
          const why = problems.find((problem) => problem !== null) ?? "it has no address";
          callback(new ForbiddenAddressError(`${hostname} may not be called: ${why}`), "");
        } else if (options.all) callback(null, open);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };
}

function systemResolve(hostname: string): Promise<dns.LookupAddress[]> {
  return dns.promises.lookup(hostname, { all: true });
}

/** One lookup per name at a time, so that one hanging name cannot use up all resolver threads. */
function shared(resolve: Resolve): Resolve {
  const asking = new Map<string, Promise<dns.LookupAddress[]>>();
  return (hostname) => {
    const running = asking.get(hostname);
    if (running) return running;
    const answer = resolve(hostname).finally(() => asking.delete(hostname));
    asking.set(hostname, answer);
    return answer;
  };
}
