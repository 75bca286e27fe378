import { AdviceLoading } from "@/components/tools/advice-loading";

export default function LoadingSuggestions() {
  return <AdviceLoading title="Suggestions" current="suggestions" />;
}
