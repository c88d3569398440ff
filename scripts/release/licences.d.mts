type Package = { path: string; name: string; version: string; licence: string | undefined }

export function permits(expression: string | undefined): boolean
export function licencesOf(packages: readonly Package[], folderOf: (one: Package) => string): string
