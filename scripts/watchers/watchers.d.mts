export function openWatchers(revision?: string): {
  of(file: string): Watcher[]
  bestOf(files: readonly string[]): Map<string, Watcher>
}
type Watcher = { test: string; why: string; rank: number; isSure: boolean }
