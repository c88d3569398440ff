export function rankWatchers(
  calls: Map<string, Map<string, Set<string | number>>>,
  seconds: (test: string) => number,
): Map<string, string[]>
export function nearness(file: string, test: string): number
