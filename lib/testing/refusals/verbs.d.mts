/** `scope` is the type of its first parameter, as written. */
export type Command = { file: string; name: string; scope: string };
export type Action = { file: string; name: string };
export type Route = { file: string; methods: string[] };

export function readVerbs(root: string): { commands: Command[]; actions: Action[]; routes: Route[] };
export function ownVerbs(): ReturnType<typeof readVerbs>;
