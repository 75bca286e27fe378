export type Server = { ownerUrl: string; superUrl: string; port: number; reused: boolean };
export function start(dir: string, options?: { port?: number }): Promise<Server>;
export function isRunning(dir: string): Promise<boolean>;
export function stop(dir: string): Promise<void>;
export function remove(dir: string): Promise<void>;
