import { createHash } from 'node:crypto'

/** The key of this number: three blocks, as keys are, and no block in many of them. */
export function textOfKey(number: number): string {
  const all = createHash('sha256').update(String(number)).digest('hex').toUpperCase()
  return [0, 5, 10].map((from) => all.slice(from, from + 5)).join('-')
}
