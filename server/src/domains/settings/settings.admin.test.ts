import { siteDefaults } from '@chaveiro/contracts/defaults'
import { officeDefaults } from '@chaveiro/contracts/office-defaults'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog } from '../../db/tables/index.ts'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const builtIn = { ...siteDefaults, ...officeDefaults }

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'developer', name: 'Dora' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/system/site-settings'
const read = async (path = base) => (await send(testShop, `GET ${path}`, { as: staff })).body

const save = (body: object, path = base, method: 'PUT' | 'PATCH' = 'PUT') =>
  send(testShop, `${method} ${path}`, { as: staff, body })

it('both path families read, save and reset the same settings [B120, B187, S252, S253, B227]', async () => {
  const first = await read()

  expect(first).toMatchObject({
    success: true,
    ...builtIn,
    settings: builtIn,
    data: builtIn,
    updatedAt: null,
  })

  expect((await save({ siteName: 'Loja da Bia' })).body).toMatchObject({
    success: true,
    siteName: 'Loja da Bia',
    settings: { siteName: 'Loja da Bia' },
  })

  expect((await read('/api/server/site-settings')).siteName).toBe('Loja da Bia')
  expect(
    (await save({ siteDescription: 'Chaves' }, '/api/server/site-settings', 'PATCH')).body,
  ).toMatchObject({ siteName: 'Loja da Bia', siteDescription: 'Chaves' })

  expect(
    (await send(testShop, 'POST /api/server/site-settings/reset', { as: staff })).body,
  ).toMatchObject({
    success: true,
    settings: builtIn,
  })

  expect(await read()).toMatchObject(builtIn)
  const stranger = await person(testShop.app)

  for (const [method, url] of [
    ['GET', base],
    ['PUT', base],
    ['POST', `${base}/reset`],
    ['GET', '/api/server/site-settings'],
  ] as const) {
    expect(
      (
        await send(testShop, `${method} ${url}`, {
          as: stranger,
          body: method === 'GET' ? undefined : {},
        })
      ).status,
    ).toBe(403)

    expect(
      (await send(testShop, `${method} ${url}`, { body: method === 'GET' ? undefined : {} }))
        .status,
    ).toBe(401)
  }
})

it('a partial save leaves the rest, a whole one works, and the public view follows at once [B098, B226]', async () => {
  await save({
    termsOfService: 'Linha 1\nLinha 2',
    supportDiscord: 'https://discord.gg/suporte',
    siteLogo: 'https://cdn.exemplo.test/logo.png',
  })

  const whole = await read()
  expect((await save({ ...whole, siteName: 'Nova', maintenanceMode: false })).status).toBe(200)

  expect(await read()).toMatchObject({
    siteName: 'Nova',
    termsOfService: 'Linha 1\nLinha 2',
    supportDiscord: 'https://discord.gg/suporte',
    siteLogo: 'https://cdn.exemplo.test/logo.png',
    privacyPolicy: '',
  })

  await expect
    .poll(
      async () => (await testShop.http.inject('/api/server/public/site-settings')).json().siteName,
    )
    .toBe('Nova')
  await save({ supportDiscord: '' })
  expect((await read()).supportDiscord).toBe('')
})

it('bad links, emails and lengths are refused, and nothing of them is stored', async () => {
  const before = await read()

  for (const body of [
    { siteLogo: 'javascript:alert(1)' },
    { siteLogo: 'data:image/svg+xml,x' },
    { siteLogo: '//evil.example/x' },
    { siteLogo: '/\\evil.example' },
    { siteFavicon: 'ftp://x.test/a' },
    { supportDiscord: 'JaVaScRiPt:alert(1)' },
    { supportDiscord: 'discord' },
    { discordSupportLink: 'https://' },
    { discordSupportLink: '/invite' },
    { contactEmail: 'sem-arroba' },
    { contactEmail: 7 },
    { siteName: '' },
    { siteName: 'x'.repeat(81) },
    { siteName: 'a\nb' },
    { maintenanceMode: 'true' },
    { maintenanceMode: 1 },
    { termsOfService: 'a\u0007b' },
    { updatedAt: 'ontem' },
  ])
    expect((await save(body)).body.code, JSON.stringify(body)).toBe('request.invalid')

  expect(await read()).toEqual(before)
})

it('of two editors the second is warned, and loses nothing [B097]', async () => {
  const { updatedAt } = await read()
  testShop.clock.advance(1)
  expect((await save({ siteName: 'Primeira', updatedAt })).status).toBe(200)

  expect(await save({ siteName: 'Segunda', updatedAt })).toMatchObject({
    status: 409,
    body: { code: 'settings.changed' },
  })

  expect((await read()).siteName).toBe('Primeira')

  const many = await Promise.all(
    ['siteDescription', 'maintenanceMessage', 'termsOfService', 'privacyPolicy'].map((name) =>
      save({ [name]: `x ${name}` }),
    ),
  )

  expect(many.map((one) => one.status)).toEqual([200, 200, 200, 200])

  expect(await read()).toMatchObject({
    siteDescription: 'x siteDescription',
    maintenanceMessage: 'x maintenanceMessage',
    termsOfService: 'x termsOfService',
    privacyPolicy: 'x privacyPolicy',
  })
})

it('each save is audited with the person, and the values before and after [B229, B181]', async () => {
  await save({ siteName: 'Antes' })
  await save({ siteName: 'Depois', termsOfService: 'x'.repeat(5000) })
  const rows = await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, 'site'))

  expect(rows.at(-1)).toMatchObject({
    action: 'settings.saved',
    actorId: staff.userId,
    actorName: 'Dora',
    ip: '127.0.0.1',
    details: {
      before: { siteName: 'Antes' },
      after: {
        siteName: 'Depois',
        termsOfService: expect.stringMatching(/… \(5000, [0-9a-f]{12}\)$/),
      },
    },
  })
})
