export function brokenLinks(folder: string, path: string): string[]
