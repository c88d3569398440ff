import { siteDefaults } from '@chaveiro/contracts/defaults'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { siteSettings as table } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { eventually } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { keptSettings, resetSettings, saveSettings, siteSettings } from './settings.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

const shown = async () =>
  (await testShop.http.inject({ url: '/api/server/public/site-settings' })).json()

it('without settings the built-in defaults are public, field by field, and nothing else [S020, S243]', async () => {
  expect(await shown()).toEqual({
    success: true,
    siteName: 'Chaveiro',
    siteDescription: siteDefaults.siteDescription,
    siteLogo: siteDefaults.siteLogo,
    siteFavicon: '/favicon.svg',
    contactEmail: 'contato@loja.example',
    supportDiscord: '',
    discordSupportLink: siteDefaults.discordSupportLink,
    termsOfService: '',
    privacyPolicy: '',

    store: {
      demo: true,
      languages: ['pt-BR', 'en-US'],
      usdRate: 5.4,
      timeZone: 'America/Sao_Paulo',
      maintenance: false,
      keysByMail: false,
      methods: { pix: false, card: false, crypto: false },
      discordLogin: false,
      coinNetworks: null,
      captcha: { provider: 'altcha', siteKey: '' },
    },
  })
})

it("staff's values replace defaults at once; private settings stay private [S243]", async () => {
  await shown()

  await inTransaction(testShop.app, async (tx) => {
    await tx.db.insert(table).values({
      id: 1,
      values: { siteName: 'Loja da Bia', supportDiscord: 'bia', smtpPassword: 'segredo' },
      updatedAt: tx.clock.now(),
    })
    await emptyPublicCache(tx.db)
  })

  await eventually(testShop, async () => {
    expect((await shown()).siteName).toBe('Loja da Bia')
  })
  const now = await shown()

  expect(now).toMatchObject({
    supportDiscord: 'bia',
    siteDescription: siteDefaults.siteDescription,
  })

  expect(JSON.stringify(now)).not.toContain('segredo')

  expect(await siteSettings(testShop.app)).toMatchObject({
    siteName: 'Loja da Bia',
    contactEmail: 'contato@loja.example',
    maintenanceMode: false,
  })
})

it("a change applies at once in its process's cache, and soon in the others [F153]", async () => {
  const second = await testShop.another()
  const actor = { actorId: null, actorName: null, ip: null }

  for (const termsOfService of ['Primeiros', 'Segundos', 'Terceiros']) {
    await Promise.all([keptSettings(testShop.app), keptSettings(second)])
    await saveSettings(testShop.app, { termsOfService }, null, actor)
    expect((await keptSettings(testShop.app)).termsOfService).toBe(termsOfService)
    const told = async () => (await keptSettings(second)).termsOfService
    await expect.poll(told, { timeout: 2_000 }).toBe(termsOfService)
  }

  await resetSettings(testShop.app, actor)
  expect((await keptSettings(testShop.app)).termsOfService).toBe('')
})
