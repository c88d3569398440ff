import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openSandbox, type TestSandbox } from '../provider-sandbox.suite.ts'
import { createSiteverify } from './siteverify.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await openSandbox()
})

afterAll(async () => {
  await sandbox?.close()
})

const captcha = (change: { secret?: string } = {}) =>
  createSiteverify({
    name: 'recaptcha',
    siteKey: sandbox.env.RECAPTCHA_SITE_KEY!,
    secret: change.secret ?? sandbox.env.RECAPTCHA_SECRET!,
    url: `${sandbox.env.RECAPTCHA_BASE_URL}/recaptcha/api/siteverify`,
    hostnames: ['loja.example', 'www.loja.example'],
  })

const solve = async (fields: object): Promise<string> =>
  (await sandbox.control('POST', '/captcha/token', { action: 'login', ...fields })).token

const judge = async (fields: object, change: { secret?: string } = {}) => {
  const expected = { action: 'login', ip: '203.0.113.7', now: new Date() } as const
  const verdict = await captcha(change).verify(await solve(fields), expected)

  return verdict.kind === 'accepted' ? 'accepted' : `${verdict.kind}: ${verdict.reason}`
}

describe('reCAPTCHA', () => {
  it('accepts a solution from each name of the shop and from no other [Q17, F116]', async () => {
    expect(await judge({ hostname: 'loja.example' })).toBe('accepted')
    expect(await judge({ hostname: 'www.loja.example' })).toBe('accepted')
    expect(await judge({ hostname: 'loja.example.org' })).toBe('refused: another host')
    expect(await judge({ hostname: 'localhost' })).toBe('refused: another host')
  })

  it('does not blame the visitor for keys of ours that do not match [Q17, F116]', async () => {
    expect(await judge({ hostname: 'loja.example', siteKey: '6Lother' })).toBe(
      'unavailable: invalid-keys',
    )
    expect(await judge({ hostname: 'loja.example' }, { secret: 'wrong' })).toBe(
      'unavailable: invalid-input-secret',
    )
  })

  it('refuses another action, a low score and a solution that was used [decision Q17]', async () => {
    expect(await judge({ hostname: 'loja.example', action: 'register' })).toBe(
      'refused: another action',
    )
    expect(await judge({ hostname: 'loja.example', score: 0.4 })).toBe('refused: low score')
    const token = await solve({ hostname: 'loja.example' })
    const expected = { action: 'login', ip: '203.0.113.7', now: new Date() } as const
    expect((await captcha().verify(token, expected)).kind).toBe('accepted')

    expect(await captcha().verify(token, expected)).toEqual({
      kind: 'refused',
      reason: 'timeout-or-duplicate',
    })
  })
})
