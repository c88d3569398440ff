import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const completeEnv: Env = {
  PUBLIC_URL: 'https://loja.example',
  DATABASE_URL: 'postgres://db.internal/loja',
  SMTP_URL: 'smtp://mail.internal',
  TRUST_PROXY: '0',
  STORE_SECRET: randomBytes(32).toString('base64'),
  VAULT_KEYS: `1:${randomBytes(32).toString('base64')}`,
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

it('production reports all missing settings at once, each by its name', () => {
  const messages = faults({})

  for (const name of ['STORE_SECRET', 'VAULT_KEYS', 'PUBLIC_URL', 'DATABASE_URL', 'TRUST_PROXY'])
    expect(
      messages.filter((line) => line.startsWith(name)),
      name,
    ).toHaveLength(1)

  expect(faults(completeEnv)).toEqual([])
})

it('production may keep backups in a storage on its own machine', () => {
  expect(faults({ ...completeEnv, AWS_ENDPOINT_URL: 'http://127.0.0.1:9000' })).toEqual([])
})

it('production starts without a payment method and without mail, which staff enter [P359]', () => {
  const {
    SMTP_URL: _mail,
    STRIPE_SECRET_KEY: _key,
    STRIPE_WEBHOOK_SECRET: _hook,
    ...bare
  } = completeEnv
  const config = readConfig({ STORE_MODE: 'production', ...bare })
  expect([config.card, config.pix, config.crypto, config.smtp]).toEqual([null, null, null, null])
})

it('production refuses half a provider, a captcha without keys and a sandbox', () => {
  expect(faults({ ...completeEnv, PIX_CLIENT_ID: 'x', PIX_KEY: 'y' })).toEqual([
    'PIX_BASE_URL, PIX_CLIENT_SECRET, PIX_WEBHOOK_SECRET: missing, the rest of the PIX block is there',
  ])
  expect(faults({ ...completeEnv, CAPTCHA_PROVIDER: 'turnstile' })).toEqual([
    'TURNSTILE_SITE_KEY and TURNSTILE_SECRET are missing',
  ])
  expect(
    faults({
      ...completeEnv,
      STRIPE_BASE_URL: 'http://127.0.0.1:9',
      SANDBOX_URL: 'http://localhost:9',
    }),
  ).toHaveLength(2)
  for (const secret of ['short', 'x'.repeat(20)])
    expect(faults({ ...completeEnv, STORE_SECRET: secret })[0]).toMatch(/^STORE_SECRET: /)
})

it('staff two-factor login is optional unless required, and a wrong value is refused by name', () => {
  expect(readConfig({ STORE_MODE: 'production', ...completeEnv }).staffTwoFactor).toBe('optional')
  expect(
    readConfig({ STORE_MODE: 'production', ...completeEnv, STAFF_TWO_FACTOR: 'required' })
      .staffTwoFactor,
  ).toBe('required')
  expect(faults({ ...completeEnv, STAFF_TWO_FACTOR: 'yes' })[0]).toMatch(/^STAFF_TWO_FACTOR/)
})

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64')

it('every malformed setting is refused by its name, and its value is not repeated [F171, F155]', () => {
  const wrong: [name: string, values: string[]][] = [
    ['STORE_MODE', ['prod']],
    ['DEMO_SHOP', ['none']],
    ['PORT', ['http', '-1', '65536', '80.5', '1e9', 'Infinity']],
    ['HOST', ['http://0.0.0.0', '0.0.0.0:80', 'a b']],
    ['PUBLIC_URL', ['loja.example', 'ftp://loja.example', 'https://loja.example/shop', 'https://']],
    ['DATABASE_URL', ['localhost/loja', 'mysql://db/loja', 'postgres:segredo', '/var/run/pg']],
    ['DATABASE_SESSION_URL', ['localhost/loja', 'mysql://db/loja']],
    ['ADMIN_EMAIL', ['dona', 'dona@', '@loja']],
    ['STORE_SECRET', ['short', 'x'.repeat(43) + '!!', ` ${key(1)}`]],
    [
      'VAULT_KEYS',
      [
        'abc',
        key(1),
        `0:${key(1)}`,
        `256:${key(1)}`,
        `-1:${key(1)}`,
        `1:${key(1).slice(4)}`,
        `1:${key(1)}:x`,
        `1:${key(1)},2`,
        `1:${key(1)},1:${key(2)}`,
      ],
    ],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['TRUST_PROXY', ['-1', '1.5', 'true', '11']],
    ['METRICS_TOKEN', ['token\n']],
    ['TIME_ZONE', ['Mars/Base']],
    ['USD_RATE', ['0', '-5', 'NaN', '5,40', '1e308']],
    ['SWEEP_SECONDS', ['0', '-1', 'Infinity', '100000']],
    ['PIX_SECONDS', ['-1', '1e10']],
    ['DATABASE_POOL', ['0', '1', '-20', '2.5', '100000']],
    ['DATABASE_TIMEOUT_SECONDS', ['0', '-1', '1e6']],
    ['DISK_FLOOR_MB', ['-1', 'x']],
    ['FEE_PIX', ['free', '-1%', '100.5']],
    ['RATE_LOGIN', ['0', '-1', 'many', '1.5']],
    ['RATE_CHECKOUT', ['0', '-60']],
    ['STRIPE_SECRET_KEY', ['sk_live_x ', ' sk']],
    ['STRIPE_BASE_URL', ['api.stripe.com', 'stripe://x']],
    ['PIX_BASE_URL', ['pix.api.efipay.com.br']],
    ['PIX_OAUTH_PATH', ['oauth/token']],
    ['PIX_WEBHOOK_IPS', ['34.193.116', '1.2.3.4,pix.example']],
    ['BINANCE_BASE_URL', ['api.binance.com']],
    ['CRYPTO_NETWORKS', ['USDT', 'DOGE:DOGE', 'USDT:', 'BTC:BTC,BTC:BSC']],
    ['KEYAUTH_BASE_URL', ['keyauth.win']],
    ['KEYAUTH_INTERVAL_MS', ['-1']],
    ['KEYAUTH_TIMEOUT_MS', ['0']],
    ['CAPTCHA_PROVIDER', ['hcaptcha']],
    ['CAPTCHA_COST', ['0', '-1000']],
    ['DISCORD_API_URL', ['discord.com/api']],
    ['DISCORD_AUTHORIZE_URL', ['discord']],
    ['DISCORD_PUBLIC_KEY', ['xyz']],
    ['DISCORD_TIMEOUT_MS', ['-5']],
    [
      'SMTP_URL',
      ['mail.example:587', 'http://mail.example', 'smtp:mail', 'user:senha@mail.example'],
    ],
    ['MAIL_FROM', ['Chaveiro', 'Chaveiro <loja>', 'a@b <c']],
    ['SANDBOX_URL', ['localhost:9']],
    ['STAFF_TWO_FACTOR', ['maybe']],
    ['CAPTCHA_ENFORCE', ['perhaps']],
    ['RENDER_PAGES', ['perhaps']],
  ]

  for (const [name, values] of wrong)
    for (const value of values) {
      const messages = faults({
        ...completeEnv,
        ADMIN_PASSWORD: name === 'ADMIN_EMAIL' ? 'x' : '',
        [name]: value,
      })

      expect(messages, `${name}=${value}`).toHaveLength(1)
      expect(messages[0], `${name}=${value}`).toMatch(new RegExp(`^${name}: `))
      if (value.length > 8) expect(messages[0]).not.toContain(value)
    }

  expect(faults({ ...completeEnv, VAULT_KEYS: `1:${key(1)},7:${key(2)},7:${key(3)}` })).toEqual([
    'VAULT_KEYS: the id 7 is there twice; every key has an id of its own',
  ])
  expect(faults({ ...completeEnv, ADMIN_EMAIL: 'dona@loja.example' })).toEqual([
    'ADMIN_PASSWORD is missing: ADMIN_EMAIL is there',
  ])
  expect(() => readConfig({ DATABASE_SESSION_URL: 'postgres://db/loja' })).toThrow(
    /^DATABASE_URL is missing: DATABASE_SESSION_URL is there$/,
  )
})

it('several keys, addresses with ports and passwords, and a sender with a name are valid [F171]', () => {
  const config = readConfig({
    STORE_MODE: 'production',
    ...completeEnv,
    PUBLIC_URL: 'https://loja.example:8443/',
    DATABASE_URL: 'postgresql://loja:p%40ss@db.internal:5433/loja?sslmode=require',
    SMTP_URL: 'smtps://loja%40example.com:s3nha@mail.example:465',
    MAIL_FROM: 'Minha Loja <contato@loja.example>',
    VAULT_KEYS: `2:${key(2)}, 1:${key(1)}`,
    HOST: '::',
    PIX_WEBHOOK_IPS: '34.193.116.226, ::1',
    USD_RATE: '5.12',
  })

  expect(config.vaultKeys.map((vaultKey) => vaultKey.id)).toEqual([2, 1])
  expect(config.publicUrl).toBe('https://loja.example:8443')
  expect(config.usdRate).toBe(5.12)
})

it('production needs the number of proxies in front; 0 is valid, a fraction is not [Q119, F151]', () => {
  const { TRUST_PROXY: _, ...withoutProxies } = completeEnv
  expect(faults(withoutProxies)).toEqual([
    'TRUST_PROXY is missing: how many proxies stand in front of the shop, 0 when none does; bans and limits go by the address they pass on',
  ])

  for (const [value, hops] of [
    ['0', 0],
    ['2', 2],
  ] as const)
    expect(
      readConfig({ STORE_MODE: 'production', ...completeEnv, TRUST_PROXY: value }).trustProxy,
    ).toBe(hops)

  for (const wrong of ['-1', '1.5', 'yes', '11'])
    expect(faults({ ...completeEnv, TRUST_PROXY: wrong })[0]).toMatch(/^TRUST_PROXY: /)
})

it('secrets come from files, the environment wins, and a file that is no setting is refused [P463]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-secrets-'))
  const { STORE_SECRET, VAULT_KEYS, SMTP_URL: _mail, ...rest } = completeEnv
  const env = { STORE_MODE: 'production', ...rest, SECRETS_DIR: folder }
  writeFileSync(join(folder, 'STORE_SECRET'), `${STORE_SECRET}\n`)
  writeFileSync(join(folder, 'VAULT_KEYS'), `${VAULT_KEYS}\r\n`)
  writeFileSync(join(folder, 'SMTP_URL'), 'smtp://of-the-file.internal\n')
  writeFileSync(join(folder, '.hidden'), 'x')
  mkdirSync(join(folder, 'database'))
  const byFile = readConfig(env)
  expect(byFile.storeSecret.toString('base64')).toBe(STORE_SECRET)
  expect(byFile.vaultKeys.map(({ id }) => id)).toEqual([1])
  expect(byFile.smtp?.url).toBe('smtp://of-the-file.internal')
  expect(readConfig({ ...env, SMTP_URL: '' }).smtp?.url).toBe('smtp://of-the-file.internal')
  const both = readConfig({ ...env, SMTP_URL: 'smtp://of-the-environment.internal' })
  expect(both.smtp?.url).toBe('smtp://of-the-environment.internal')
  // A value from a file counts as the environment, so values that staff enter later never replace
  // it.
  expect(byFile.layers().environment.SMTP_URL).toBe('smtp://of-the-file.internal')

  writeFileSync(join(folder, 'STORE_SECRETE'), 'x')
  expect(faults(env)).toEqual(['SECRETS_DIR: STORE_SECRETE is no setting of the shop'])
  expect(faults({ ...completeEnv, SECRETS_DIR: '/nowhere/at/all' })).toEqual([
    'SECRETS_DIR: /nowhere/at/all is no folder that this user can read',
  ])
  rmSync(folder, { recursive: true })
})
