import { StatusMark } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";

type ClientFactsProps = {
  network: string;
  proxies: readonly string[];
  /** Whether an unconfigured proxy hides the clients' addresses. */
  hidden: boolean;
};

/** Whether the server can distinguish its clients. */
export function ClientFacts({ network, proxies, hidden }: ClientFactsProps) {
  return (
    <Section
      id="clients"
      title="Client addresses"
      description="Countersign counts wrong passwords, unknown keys and unknown tokens by the network they come from. It takes the client's address from a proxy only if TRUSTED_PROXIES names that proxy."
      actions={
        <StatusMark icon={hidden ? "ban" : "check-circle"} strong>
          {hidden ? "All look the same" : proxies.length > 0 ? "Through proxies" : "Direct"}
        </StatusMark>
      }
    >
      {hidden && (
        <Banner tone="problem" title="Everyone counts as one client">
          The console is opened over https, so a proxy stands in front of it, but <Code>TRUSTED_PROXIES</Code>{" "}
          is empty. One client that guesses passwords or keys slows down everybody who signs in from a new
          device. Set <Code>TRUSTED_PROXIES</Code> to the address of the proxy and start Countersign again.
        </Banner>
      )}
      <Card>
        <DetailList
          items={[
            {
              term: "You come from",
              value: (
                <>
                  <Untrusted mono>{network}</Untrusted>. If this is not your own network, you came through a
                  proxy that <Code>TRUSTED_PROXIES</Code> does not name.
                </>
              ),
            },
            {
              term: "Trusted proxies",
              value: proxies.length > 0 ? <Untrusted mono>{proxies.join(", ")}</Untrusted> : "None",
            },
          ]}
        />
      </Card>
    </Section>
  );
}
