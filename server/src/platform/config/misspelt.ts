import type { Env } from './config.ts'
import { environment } from './environment.ts'

const names = Object.keys(environment.shape)

/** Shorter names are near to what systems set for themselves (HOST, HOSTNAME). */
const shortest = 7

/** Names of an environment that are none of the shop's and near to one: what was typed, and what was meant. */
export function misspelt(env: Env): { typed: string; meant: string }[] {
  return Object.keys(env)
    .filter((typed) => /^[A-Z]\w+$/i.test(typed) && !names.includes(typed))
    .flatMap((typed) => {
      const upper = typed.toUpperCase()
      const meant = names.find((name) => name.length >= shortest && isNear(upper, name))

      return meant ? [{ typed, meant }] : []
    })
}

/** Two letters of difference at most: missing, too much, others, or swapped. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return false

  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)

  for (let i = 1; i <= one.length; i++) {
    const next = [i]

    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      next[j] = Math.min(last[j]! + 1, next[j - 1]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }

    ;[before, last] = [last, next]
  }

  return last[other.length]! <= 2
}
