import { PageLoading } from "@/components/ui/page-loading";

export default function MailLoading() {
  return <PageLoading label="Loading the mail server" bars={["h-6 w-32", "h-9 w-full max-w-96"]} cards={3} />;
}
