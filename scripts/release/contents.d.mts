export function refusalOf(path: string, text: string): string | null
export function pagesOf(folder: string): string[]
