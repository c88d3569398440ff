export function openWatchers(revision?: string): {
  tests: string[]
  of(file: string): { test: string; why: string; rank: number }[]
}
