// Faults of screens that can share one build of the pages.
import { importsOf, sources } from '../sources.mjs'

/** The files, or parts of their names, of the tests that see a fault. */
export const testsOf = ({ seenBy }) => seenBy.slice(1)

/**
 * Faults of screens grouped into builds. The faults of one build are each in their own section, and
 * their own test files notice them. A fault in a file that several sections use gets its own build.
 */
export function batchesOf(faults) {
  const usersOf = importers()
  const batches = []

  for (const fault of faults) {
    const section = sectionOf(fault)
    const isShared = !section || isUsedElsewhere(fault.file, usersOf)
    const marks = [section, ...testsOf(fault)]
    const fitting = isShared
      ? undefined
      : batches.find((one) => !one.isShared && !marks.some((mark) => one.marks.has(mark)))
    const batch = fitting ?? { isShared, marks: new Set(), faults: [] }
    if (!fitting) batches.push(batch)
    for (const mark of marks) batch.marks.add(mark)
    batch.faults.push(fault)
  }

  return batches.map((batch) => batch.faults)
}

/** The section of the app that a file belongs to; a text belongs to the one whose tests see it. */
function sectionOf({ file, seenBy }) {
  return file.startsWith('web/public/locales/') ? seenBy[1] : folderOf(file)
}

function folderOf(file) {
  return /^web\/src\/features\/(\w+\/\w+)\//.exec(file)?.[1]
}

/** Which files of the app's sections import each file. */
function importers() {
  const users = new Map()

  for (const path of sources(['web/src/features'], ['.ts', '.tsx']))
    if (folderOf(path) && !path.includes('.test.'))
      for (const { to, type } of importsOf(path))
        if (to && !type) users.set(to, [...(users.get(to) ?? []), path])

  return users
}

/** Whether the screens of another section import a file, directly or through others. */
function isUsedElsewhere(file, usersOf) {
  const visitedFiles = new Set([file])
  for (const path of visitedFiles)
    for (const user of usersOf.get(path) ?? []) visitedFiles.add(user)

  return [...visitedFiles].some((path) => folderOf(path) !== folderOf(file))
}
