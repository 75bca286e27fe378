export type Replica = {
  port: number;
  start: () => void;
  stop: () => void;
  promote: () => void;
  urlLike: (url: string) => string;
};
export function startReplica(superUrl: string, folder: string): Promise<Replica>;
