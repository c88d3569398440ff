// Checks the list of faults (scripts/faults): each text occurs exactly once in its file, the
// changed file still parses, and all names differ.
import { faults, lossOf } from './faults/list.mjs'
import { report } from './sources.mjs'

const breaches = []
const names = new Set()

for (const fault of faults) {
  const { name, file } = fault
  const loss = lossOf(fault)
  if (loss) breaches.push(`${file}:1 fault "${name}": ${loss}`)
  if (names.has(name)) breaches.push(`${file}:1 two faults are called "${name}"`)
  names.add(name)
}

report('faults', breaches)
