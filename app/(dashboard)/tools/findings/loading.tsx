import { AdviceLoading } from "@/components/tools/advice-loading";

export default function LoadingFindings() {
  return <AdviceLoading title="Findings" current="findings" />;
}
