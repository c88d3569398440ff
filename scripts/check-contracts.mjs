// Every call has an access rule, a path of its own, a summary, error codes of the catalogue, and fields that people have a word for.
import { z } from 'zod'
import { adminApi } from '../contracts/src/admin/index.ts'
import { errors } from '../contracts/src/errors.ts'
import { api } from '../contracts/src/index.ts'
import { moves } from '../contracts/src/states.ts'
import { fieldWords, stateWords } from '../contracts/src/words.ts'
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
    for (const part of [call.params, call.query, call.body])
      for (const field of fieldsOf(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })))
        if (!fieldWords[field])
          breaches.push(`${at} takes ${field}, which words.ts has no word for`)
    for (const given of [call.path, ...call.also]) {
      const spelling = given.includes(' ') ? given : `${call.method} ${given}`
      if (seen.has(spelling)) breaches.push(`${at} has the address of ${seen.get(spelling)}`)
      seen.set(spelling, `${domain}.${name}`)
    }
  }
for (const [thing, table] of Object.entries(moves))
  for (const state of [...Object.keys(table), ...Object.values(table).flat()])
    if (!stateWords[state])
      breaches.push(
        `contracts/src/states.ts:1 ${thing} is ${state}, which words.ts has no word for`,
      )
report('contracts', breaches)

/** The names of all fields of a JSON schema, at every depth. */
function fieldsOf(schema) {
  if (!schema || typeof schema !== 'object') return []
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf)
  const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf, prefixItems } = schema
  const inner = [items, additionalProperties, anyOf, oneOf, allOf, prefixItems]
  return [
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(fieldsOf),
    ...inner.flatMap(fieldsOf),
  ]
}
