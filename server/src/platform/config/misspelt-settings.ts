import type { Env } from './config.ts'
import { environment } from './environment.ts'

const settingNames = Object.keys(environment.shape)

/** Shorter names would match variables that systems set themselves (HOST, HOSTNAME). */
const shortestName = 7

/** Variables with a name close to a setting's name: the typed name and the intended setting. */
export function findMisspelt(env: Env): { typed: string; meant: string }[] {
  return Object.keys(env)
    .filter((typed) => /^[A-Z]\w+$/i.test(typed) && !settingNames.includes(typed))
    .flatMap((typed) => {
      const upperCaseName = typed.toUpperCase()
      const intendedSetting = settingNames.find(
        (name) => name.length >= shortestName && isNearSpelling(upperCaseName, name),
      )

      return intendedSetting ? [{ typed, meant: intendedSetting }] : []
    })
}

/** Whether two names are at most two edits apart: a missing, extra, different or swapped letter. */
function isNearSpelling(typedName: string, settingName: string): boolean {
  if (Math.abs(typedName.length - settingName.length) > 2) return false

  let rowBeforeLast: number[] = []
  let previousRow = Array.from({ length: settingName.length + 1 }, (_, at) => at)

  for (let i = 1; i <= typedName.length; i++) {
    const currentRow = [i]

    for (let j = 1; j <= settingName.length; j++) {
      const substitution = typedName[i - 1] === settingName[j - 1] ? 0 : 1
      currentRow[j] = Math.min(
        previousRow[j]! + 1,
        currentRow[j - 1]! + 1,
        previousRow[j - 1]! + substitution,
      )
      if (
        i > 1 &&
        j > 1 &&
        typedName[i - 1] === settingName[j - 2] &&
        typedName[i - 2] === settingName[j - 1]
      )
        currentRow[j] = Math.min(currentRow[j]!, rowBeforeLast[j - 2]! + 1)
    }

    ;[rowBeforeLast, previousRow] = [previousRow, currentRow]
  }

  return previousRow[settingName.length]! <= 2
}
