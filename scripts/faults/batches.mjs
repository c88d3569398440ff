// Groups faults of screens that can share one build of the pages.
import { importsOf, sources } from '../sources.mjs'

/** The test files, or parts of their names, that notice a fault. */
export const testsOf = ({ seenBy }) => seenBy.slice(1)

/**
 * Groups faults of screens into builds. All faults of a build are in different sections, so each
 * section's tests notice only their own fault. A fault in a file that several sections use gets a
 * build of its own.
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

/**
 * The section of the app to which a file belongs. A locale file belongs to the section whose tests
 * notice the fault.
 */
function sectionOf({ file, seenBy }) {
  return file.startsWith('web/public/locales/') ? seenBy[1] : folderOf(file)
}

function folderOf(file) {
  return /^web\/src\/features\/(\w+\/\w+)\//.exec(file)?.[1]
}

/** The importers of each file among the app's sections. */
function importers() {
  const users = new Map()

  for (const path of sources(['web/src/features'], ['.ts', '.tsx']))
    if (folderOf(path) && !path.includes('.test.'))
      for (const { to, type } of importsOf(path))
        if (to && !type) users.set(to, [...(users.get(to) ?? []), path])

  return users
}

/** Whether screens of another section import a file, directly or through other files. */
function isUsedElsewhere(file, usersOf) {
  const visitedFiles = new Set([file])
  for (const path of visitedFiles)
    for (const user of usersOf.get(path) ?? []) visitedFiles.add(user)

  return [...visitedFiles].some((path) => folderOf(path) !== folderOf(file))
}
