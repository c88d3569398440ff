// Every call has an access rule, a path of its own, a summary, and error codes of the catalogue.
import { adminApi } from '../contracts/src/admin/index.ts'
import { errors } from '../contracts/src/errors.ts'
import { api } from '../contracts/src/index.ts'
import { report } from './sources.mjs'

const breaches = []
const seen = new Map()
for (const [domain, calls] of [...Object.entries(api), ...Object.entries(adminApi)])
  for (const [name, call] of Object.entries(calls)) {
    const at = `contracts/src/index.ts:1 ${domain}.${name}`
    if (!['public', 'session', 'staff'].includes(call.access))
      breaches.push(`${at} has no access rule`)
    if (!call.summary) breaches.push(`${at} has no summary`)
    for (const code of call.errors)
      if (!(code in errors)) breaches.push(`${at} names the unknown error ${code}`)
    for (const given of [call.path, ...call.also]) {
      const spelling = given.includes(' ') ? given : `${call.method} ${given}`
      if (seen.has(spelling)) breaches.push(`${at} has the address of ${seen.get(spelling)}`)
      seen.set(spelling, `${domain}.${name}`)
    }
  }
report('contracts', breaches)
