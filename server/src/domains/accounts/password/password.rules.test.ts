import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { passwordFault } from './password.rules.ts'

const fault = (...given: Parameters<typeof passwordFault>) => passwordFault(...given)?.code ?? null
const long = (n: number) => 'Xq7-'.repeat(n).slice(0, n)

it('each call has its own minimum, and a reset needs an uppercase letter and a digit [S199, S201]', () => {
  expect(fault('x7-Qwm!', 'register', 'client')).toBe('account.password_short')
  expect(fault('x7-Qwm!z', 'register', 'client')).toBeNull()
  expect(fault('x7-Qw', 'change', 'client')).toBe('account.password_short')
  expect(fault('x7-Qwm', 'change', 'client')).toBeNull()
  expect(fault('x7-Qwm!', 'reset', 'client')).toBe('account.password_short')
  expect(fault('x7-qwm!z', 'reset', 'client')).toBe('account.password_rules')
  expect(fault('xt-Qwm!z', 'reset', 'client')).toBe('account.password_rules')
  expect(fault('x7-Qwm!z', 'reset', 'client')).toBeNull()
  expect(fault('x7-Émais!', 'reset', 'client')).toBeNull()
})

it('every call refuses over 128 characters, under 12 for staff, and common passwords [S201]', () => {
  for (const at of ['register', 'reset', 'change'] as const) {
    expect(fault(long(128), at, 'client')).toBeNull()
    expect(fault(long(129), at, 'client')).toBe('account.password_long')

    for (const role of ['admin', 'developer'] as const) {
      expect(fault(long(11), at, role)).toBe('account.password_short')
      expect(fault(long(12), at, role)).toBeNull()
    }

    for (const common of ['Password1', 'PASSWORD123', 'Qwerty123', 'Iloveyou1', 'Corinthians2022'])
      expect(fault(common, at, 'client')).toBe('account.password_common')
  }

  for (const common of ['abc123', '123456', 'senha123', 'brasil', 'flamengo', 'mudar123'])
    expect(fault(common, 'change', 'client')).toBe('account.password_common')
})

it('the list of common passwords is lowercase, without repetition, and long enough to matter [S201]', () => {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.length).toBeGreaterThan(1000)
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines.filter((line) => line !== line.toLowerCase() || line !== line.trim())).toEqual([])
})

it('a refusal names the minimum or the maximum', () => {
  expect(passwordFault('x7-Qwm!', 'register', 'client')!.text['en-US']).toContain('8')
  expect(passwordFault('x7-Qwm!', 'register', 'admin')!.text['en-US']).toContain('12')
  expect(passwordFault(long(129), 'change', 'client')!.text['en-US']).toContain('128')
})
