import { createHash } from 'node:crypto'

/** The key of a number: three blocks, which are almost never in another key. */
export function textOfKey(number: number): string {
  const digest = createHash('sha256').update(String(number)).digest('hex').toUpperCase()
  return [0, 5, 10].map((from) => digest.slice(from, from + 5)).join('-')
}
