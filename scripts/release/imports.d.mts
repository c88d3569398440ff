export function lostImports(folder: string, source: string): string[]
