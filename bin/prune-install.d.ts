export function pruneInstall(root: string): number;
export function sizeOf(path: string): number;
