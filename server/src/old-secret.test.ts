import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createAltcha } from './adapters/captcha/altcha.ts'
import { newState, verifierOf } from './domains/accounts/discord-link/discord-link.service.ts'
import { isCodeOf, type MailedCode } from './domains/accounts/mail-codes/mail-codes.service.ts'
import { authenticate, signAccess } from './domains/accounts/session/access-token.service.ts'
import { openSession, refreshSession } from './domains/accounts/session/session.service.ts'
import { pixImage, pixImageUrl } from './domains/payments/checkout/pix-image.ts'
import { isSigned, findReplyAddress, replyAddress } from './domains/tickets/mail-in.rules.ts'
import { signedFileUrl } from './domains/tickets/tickets.files.ts'
import { allowTranscripts } from './domains/tickets/tickets.page.ts'
import type { App } from './platform/app.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { createVault } from './platform/secrets/vault.ts'
import { person, product, type Person } from './testing/make.ts'
import { fill, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Signatures of an older value of STORE_SECRET are valid as long as the setting contains that
// value. During a rotation, one process may be restarted before another.

const [old, fresh] = [randomBytes(32), randomBytes(32)]
let testShop: TestShop
let ana: Person

/** Processes before, during and after the rotation. */
let before: App
let during: App
let after: App

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: {
      STORE_SECRET: [fresh, old].map((one) => one.toString('base64')).join(','),
      SUPPORT_MAIL_DOMAIN: 'respostas.exemplo.test',
      SUPPORT_MAIL_SECRET: 'a-secret-of-the-mail-server-long-enough',
    },
  })

  const as = (storeSecret: Buffer, ...olderSecrets: Buffer[]): App => ({
    ...testShop.app,
    config: { ...testShop.app.config, storeSecret, olderSecrets },
    vault: createVault(testShop.app.config.vaultKeys, storeSecret, olderSecrets),
  })
  ;[before, during, after] = [as(old), as(fresh, old), as(fresh)]
  ana = await person(testShop.app, { name: 'Ana', role: 'developer' })
})

afterAll(() => testShop?.close())

const caller = { ip: '203.0.113.9', userAgent: 'test', language: 'pt-BR' } as never

it('sessions: an access token stays valid, and a renewal in its grace period gets the same one [P580]', async () => {
  const user = { id: ana.userId, role: 'developer' } as const
  const session = await inTransaction(before, (tx) => openSession(tx, user, caller))
  const token = await signAccess(before, session.sessionId, user)
  expect((await authenticate(during, token)).userId).toBe(ana.userId)
  await expect(authenticate(after, token)).rejects.toMatchObject({ code: 'auth.required' })
  const first = await refreshSession(before, session.refreshToken, caller)
  const again = await refreshSession(during, session.refreshToken, caller)
  expect(again.refreshToken).toBe(first.refreshToken)
  const next = await refreshSession(during, first.refreshToken, caller)
  expect((await refreshSession(before, first.refreshToken, caller)).refreshToken).not.toBe(
    next.refreshToken,
  )
  expect((await refreshSession(during, session.refreshToken, caller)).refreshToken).toBe(
    next.refreshToken,
  )
})

it('captcha: a solution of an earlier challenge is accepted [P580]', async () => {
  const [was, is, gone] = [before, during, after].map(({ config }) =>
    createAltcha({ ...config, cost: 1 }),
  )
  const challenge = (await was!.challenge!('login', new Date())) as Parameters<
    typeof solveChallenge
  >[0]['challenge']
  const solution = await solveChallenge({ challenge, deriveKey })
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const captchaRequest = { action: 'login', ip: '203.0.113.7', now: new Date() } as const
  expect((await is!.verify(token, captchaRequest)).kind).toBe('accepted')
  expect((await gone!.verify(token, captchaRequest)).kind).toBe('refused')
})

it('addresses: a PIX picture, a ticket’s file and its reply address stay valid [P580]', async () => {
  const buyer = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: ['K-1'] })
  const { body } = await startPix(testShop, buyer, await fill(testShop, buyer, id, 1))
  const signature = pixImageUrl(before, body.paymentId).split('/').at(-1)!
  expect((await pixImage(during, body.paymentId, signature)).subarray(1, 4).toString()).toBe('PNG')
  await expect(pixImage(after, body.paymentId, signature)).rejects.toMatchObject({
    code: 'payment.not_found',
  })

  const ticket = { id: '019f0000-0000-7000-8000-000000000001', ticketId: 'TICKET-7' }
  const named = findReplyAddress([replyAddress(before.config, ticket)!], 'respostas.exemplo.test')!
  expect(named.ticketId).toBe('TICKET-7')

  expect([during, after].map(({ config }) => isSigned(config, ticket, named.signature))).toEqual([
    true,
    false,
  ])

  expect(replyAddress(during.config, ticket)).toBe(replyAddress(after.config, ticket))
})

it('the transcript of a ticket opens by an earlier cookie, its files by earlier addresses [P580]', async () => {
  const { pool } = testShop.app
  const [ticket, file] = [randomUuid(), randomUuid()]
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')

  await client.query(
    `insert into tickets (id, ticket_id, user_id, user_name, user_discord_id, created_at, updated_at)
      values ($1, 'TICKET-9', $2, 'Ana', '1', now(), now())`,
    [ticket, ana.userId],
  )

  await client.query(
    `insert into ticket_files (id, ticket_id, name, bytes, created_at) values ($1, $2, 'a.txt', 'oi', now())`,
    [file, ticket],
  )

  await client.query('set session_replication_role = origin')
  client.release()
  const path = (app: App) => new URL(signedFileUrl(app, `/transcripts/files/${file}`)!).pathname

  const cookieOf = (app: App, sessionId: string): string => {
    let cookie = ''

    allowTranscripts(
      app,
      { setCookie: (_: string, text: string) => (cookie = text) } as never,
      sessionId,
    )

    return cookie
  }

  const { sessionId } = await inTransaction(before, (tx) =>
    openSession(tx, { id: ana.userId, role: 'developer' }, caller),
  )
  const read = (url: string, transcripts = '') =>
    testShop.http.inject({ url, cookies: { transcripts } })
  expect((await read(path(before))).body).toBe('oi')
  const page = await read('/transcripts/TICKET-9.html', cookieOf(before, sessionId))
  expect(page.statusCode).toBe(200)
  testShop.app.config.olderSecrets.splice(0)
  expect((await read(path(before))).statusCode).toBe(404)
  expect((await read(path(after))).body).toBe('oi')
  expect((await read('/transcripts/TICKET-9.html', cookieOf(before, sessionId))).statusCode).toBe(
    404,
  )
})

const randomUuid = () => `019f0000-0000-7000-8000-${randomBytes(6).toString('hex')}`

it('a mailed code and a Discord login that began before the rotation succeed [P580]', () => {
  const hash = Buffer.alloc(32, 9)
  const codeHash = before.vault.index('123456', `login code ${hash.toString('base64url')}`)
  const row = { hash, codeHash } as MailedCode
  expect(isCodeOf(during, row, '123 456')).toBe(true)
  expect(isCodeOf(during, row, '123457')).toBe(false)
  expect(isCodeOf(after, row, '123456')).toBe(false)
  const state = newState(before)
  expect(state).toMatch(/^[\w-]{43}$/)
  expect(verifierOf(during, state)).toBe(verifierOf(before, state))
  expect(verifierOf(during, newState(during))).not.toBe(verifierOf(before, state))
})

it('no domain and no adapter reads the newest value of STORE_SECRET alone [P580]', () => {
  const here = new URL('./', import.meta.url)

  const using = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(domains|adapters|http|public-pages|jobs)/.test(name))
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .filter((name) => readFileSync(new URL(name, here), 'utf8').includes('storeSecret'))

  // These two files pass on all values of STORE_SECRET, not only the newest.
  expect(using.sort()).toEqual(['adapters/captcha/create.ts', 'domains/backup/restore.check.ts'])
})
