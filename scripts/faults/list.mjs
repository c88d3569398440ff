// All faults that the tests must notice, by kind, and the validation of this list.
import { parseSync } from '@swc/core'

import { read, sources } from '../sources.mjs'
import { testsOf } from './batches.mjs'
import { behind } from './behind.mjs'
import { business } from './business.mjs'
import { jobs } from './jobs.mjs'
import { keys } from './keys.mjs'
import { mailFaults } from './mail.mjs'
import { money } from './money.mjs'
import { records } from './records.mjs'
import { reviews } from './reviews.mjs'
import { ofAccount } from './screens/account.mjs'
import { goods } from './screens/goods.mjs'
import { people } from './screens/people.mjs'
import { shop as shopScreens } from './screens/shop.mjs'
import { trade } from './screens/trade.mjs'
import { access, security } from './security.mjs'
import { shop } from './shop.mjs'
import { support } from './support.mjs'
import { texts, timers } from './texts.mjs'

const screens = [...trade, ...goods, ...people, ...shopScreens, ...ofAccount]

const kinds = {
  screens,
  texts,
  timers,
  access,
  money,
  keys,
  mail: mailFaults,
  jobs,
  reviews,
  security,
  shop,
  support,
  business,
  records,
  behind,
}

/**
 * All faults: kind, name, file, a text that occurs once in the file, its replacement, and the
 * project and test files that notice the fault.
 */
export const faults = Object.entries(kinds).flatMap(([kind, list]) =>
  list.map((fault) => ({ kind, ...fault })),
)

// Daily tests only: faults are tried without the long ones.
const testFiles = sources(
  ['contracts', 'server', 'web', 'screens', 'e2e', 'scripts'],
  ['.ts', '.tsx'],
).filter((path) => !path.includes('.long.'))

/** The content of a fault's file with the fault in it. */
export const faulty = ({ file, from, to }) => read(file).replace(from, () => to)

/** The problem of a listed fault as text; null if it can be applied. */
export function lossOf(fault) {
  const { file, from, to } = fault
  const count = read(file).split(from).length - 1
  if (count !== 1) return `its text occurs ${count} times in ${file}`
  if (from === to) return 'it changes nothing'

  const missing = testsOf(fault).find((part) => !testFiles.some((path) => path.includes(part)))
  if (missing) return `no daily test is called ${missing}`

  return parses(file, faulty(fault)) ? null : `${file} cannot be read with it`
}

// A file that does not parse fails every test, so the fault would prove nothing.
function parses(file, text) {
  try {
    if (file.endsWith('.json')) JSON.parse(text)
    else parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx') })
    return true
  } catch {
    return false
  }
}
