import type { Env } from './config.ts'
import { environment } from './environment.ts'

const names = Object.keys(environment.shape)

/** Shorter names resemble variables that systems set themselves (HOST, HOSTNAME). */
const shortestName = 7

/**
 * Names in the environment that resemble a setting but are none: the typed name and the intended
 * setting.
 */
export function findMisspelt(env: Env): { typed: string; meant: string }[] {
  return Object.keys(env)
    .filter((typed) => /^[A-Z]\w+$/i.test(typed) && !names.includes(typed))
    .flatMap((typed) => {
      const upper = typed.toUpperCase()
      const intended = names.find((name) => name.length >= shortestName && isNear(upper, name))

      return intended ? [{ typed, meant: intended }] : []
    })
}

/** At most two edits apart: a missing, extra, different or swapped letter. */
function isNear(typedName: string, settingName: string): boolean {
  if (Math.abs(typedName.length - settingName.length) > 2) return false

  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: settingName.length + 1 }, (_, at) => at)

  for (let i = 1; i <= typedName.length; i++) {
    const nextRow = [i]

    for (let j = 1; j <= settingName.length; j++) {
      const substitution = typedName[i - 1] === settingName[j - 1] ? 0 : 1
      nextRow[j] = Math.min(lastRow[j]! + 1, nextRow[j - 1]! + 1, lastRow[j - 1]! + substitution)
      if (
        i > 1 &&
        j > 1 &&
        typedName[i - 1] === settingName[j - 2] &&
        typedName[i - 2] === settingName[j - 1]
      )
        nextRow[j] = Math.min(nextRow[j]!, rowBeforeLast[j - 2]! + 1)
    }

    ;[rowBeforeLast, lastRow] = [lastRow, nextRow]
  }

  return lastRow[settingName.length]! <= 2
}
