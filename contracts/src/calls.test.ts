import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { adminApi } from './admin/index.ts'
import { errors } from './errors.ts'
import { api } from './index.ts'
import { stateWords } from './state-words.ts'
import { moves } from './states.ts'
import { fieldWords } from './words.ts'

// Rules of calls that types cannot check: labels for people, and unique addresses.

const calls = [...Object.entries(api), ...Object.entries(adminApi)].flatMap(([domain, own]) =>
  Object.entries(own).map(([name, call]) => ({ at: `${domain}.${name}`, call })),
)

/** The names of all fields of a JSON schema, at every depth. */
function fieldsOf(schema: unknown): string[] {
  if (!schema || typeof schema !== 'object') return []
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf)

  const given = schema as Record<string, unknown>
  const properties = (given.properties ?? {}) as Record<string, unknown>
  const inner = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'prefixItems']

  return [
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(fieldsOf),
    ...inner.flatMap((name) => fieldsOf(given[name])),
  ]
}

describe('every call', () => {
  it('has an access rule, a summary and error codes of the catalogue', () => {
    expect(calls.length).toBeGreaterThan(150)
    for (const { at, call } of calls) {
      expect(['public', 'session', 'staff'], at).toContain(call.access)
      expect(call.summary, at).toMatch(/\w/)
      for (const code of call.errors) expect(Object.keys(errors), at).toContain(code)
    }
  })

  it('has a label for every field', () => {
    const unnamed = calls.flatMap(({ at, call }) =>
      [call.params, call.query, call.body]
        .flatMap((part) => fieldsOf(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })))
        .filter((field) => !(field in fieldWords))
        .map((field) => `${at} ${field}`),
    )
    expect(unnamed).toEqual([])
  })

  it('has a unique address', () => {
    const addresses = calls.flatMap(({ call }) =>
      [call.path, ...call.also].map((path) =>
        path.includes(' ') ? path : `${call.method} ${path}`,
      ),
    )

    const twice = addresses.filter((address, at) => addresses.indexOf(address) !== at)
    expect(twice).toEqual([])
  })

  it('that opens an account, a session or a charge wants a solved captcha', () => {
    expect(
      calls
        .filter(({ call }) => call.captcha)
        .map(({ at, call }) => `${at} ${call.captcha}${call.captchaOptional ? ' if given' : ''}`)
        .sort(),
    ).toEqual([
      'accounts.askLoginCode login',
      'accounts.forgotPassword forgot_password if given',
      'accounts.login login',
      'accounts.register register',
      'accounts.resetPassword reset_password',
      'payments.startCard payment_checkout',
      'payments.startCrypto payment_checkout',
      'payments.startPix payment_checkout',
    ])
  })
})

it('every state has a text', () => {
  const unnamed = Object.entries(moves).flatMap(([thing, table]) =>
    [...Object.keys(table), ...Object.values(table).flat()]
      .filter((state) => !(String(state) in stateWords))
      .map((state) => `${thing} ${String(state)}`),
  )
  expect(unnamed).toEqual([])
})
