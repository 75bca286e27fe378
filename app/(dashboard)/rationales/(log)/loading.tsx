export { LogSkeleton as default } from "@/components/calls/log/log-page";
