import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";

export function PoliciesOfGroup({ policies }: { policies: readonly string[] }) {
  return (
    <Section
      id="policies"
      title="Policies that name it"
      description="As long as there is one, the group cannot be deleted."
    >
      <Card flush>
        {policies.length === 0 && (
          <p className="px-4 py-3.5 text-sm text-fg-muted">
            None.{" "}
            <Link href="/policies" className="text-accent hover:underline">
              Open the policies
            </Link>
          </p>
        )}
        <ul className="divide-y divide-border">
          {policies.map((name) => (
            <li key={name} className="px-3.5 py-(--row-pad) text-sm wrap-anywhere">
              <Link href="/policies" className="inline-flex min-h-6 items-center text-accent hover:underline">
                <Untrusted>{name}</Untrusted>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
