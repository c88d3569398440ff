export function refusalOf(path: string, text: string): string | null
