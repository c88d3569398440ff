import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { ConfigError, readConfig, type Env } from './config.ts'

const faults = (env: Env): string[] => {
  try {
    readConfig({ STORE_MODE: 'production', ...env })
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
}
const whole: Env = {
  PUBLIC_URL: 'https://loja.example',
  DATABASE_URL: 'postgres://db.internal/loja',
  SMTP_URL: 'smtp://mail.internal',
  STORE_SECRET: randomBytes(32).toString('base64'),
  VAULT_KEYS: `1:${randomBytes(32).toString('base64')}`,
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

it('production says everything that it lacks at once, each by its name', () => {
  const said = faults({})
  for (const name of [
    'STORE_SECRET',
    'VAULT_KEYS',
    'PUBLIC_URL',
    'DATABASE_URL',
    'SMTP_URL',
    'no payment method',
  ])
    expect(
      said.filter((line) => line.startsWith(name)),
      name,
    ).toHaveLength(1)
  expect(faults(whole)).toEqual([])
})

it('production refuses half a provider, a captcha without keys and a sandbox', () => {
  expect(faults({ ...whole, PIX_CLIENT_ID: 'x', PIX_KEY: 'y' })).toEqual([
    'PIX_BASE_URL, PIX_CLIENT_SECRET, PIX_WEBHOOK_SECRET: missing, the rest of the PIX block is there',
  ])
  expect(faults({ ...whole, CAPTCHA_PROVIDER: 'turnstile' })).toEqual([
    'TURNSTILE_SITE_KEY and TURNSTILE_SECRET are missing',
  ])
  expect(
    faults({ ...whole, STRIPE_BASE_URL: 'http://127.0.0.1:9', SANDBOX_URL: 'http://localhost:9' }),
  ).toHaveLength(2)
  for (const secret of ['short', 'x'.repeat(20)])
    expect(faults({ ...whole, STORE_SECRET: secret })[0]).toMatch(/^STORE_SECRET: /)
})

it('staff two-factor login is optional unless the owner demands it, and says so when the word is wrong', () => {
  expect(readConfig({ STORE_MODE: 'production', ...whole }).staffTwoFactor).toBe('optional')
  expect(
    readConfig({ STORE_MODE: 'production', ...whole, STAFF_TWO_FACTOR: 'required' }).staffTwoFactor,
  ).toBe('required')
  expect(faults({ ...whole, STAFF_TWO_FACTOR: 'yes' })[0]).toMatch(/^STAFF_TWO_FACTOR/)
})
