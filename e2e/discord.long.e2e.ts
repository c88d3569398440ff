import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { buy, customer } from './buyer.ts'
import { actOn, stateIn } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop, type Visit } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop({ DISCORD_TIMEOUT_MS: '1000' })
})

afterAll(async () => {
  await shop?.close()
})

const product = 'Sentivar Antivírus'

const rolesOf = async (user: string): Promise<string[]> =>
  (await shop.sandbox('GET', '/sandbox/api/discord')).users.find(
    (one: { username: string }) => one.username === user,
  ).roles

/** Links an account through the consent page as a Discord member, or declines if `as` is null. */
async function link({ page, t }: Visit, as: string | null): Promise<void> {
  await page.goto('/dashboard/settings')

  await page
    .getByRole('button', {
      name: new RegExp(`^(${t('account', 'discord.link')}|${t('account', 'discord.relink')})$`),
    })
    .click()

  await page.waitForURL('**/sandbox/chat/authorize?*')
  await page.getByRole('button', { name: as ? `Autorizar como ${as}` : /Recusar/ }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard/settings' && url.search === '')
}

describe('the chat account and its roles', () => {
  it('a linked customer who buys gets the role; staff see it, and a refusal after its retry [B184, B002, B003]', async () => {
    const buyer = await customer(shop, 'Lia')
    const { page, t } = buyer
    await link(buyer, null)
    await page.getByText(t('account', 'discord.declined')).waitFor()
    await link(buyer, 'Carla')
    await page.getByText(t('account', 'discord.as', { name: 'Carla' })).waitFor()

    expect(
      (await shop.sandbox('GET', '/sandbox/api/discord')).users.find(
        (one: { username: string }) => one.username === 'carla',
      ).member,
    ).toBe(true)

    // Discord refuses the role, for example because the bot's own role is too low.
    await shop.sandbox('POST', '/sandbox/api/faults', [
      { provider: 'discord', path: '/api/v10/guilds/*/roles/*', times: 1, do: 'status:403' },
    ])
    await buy(shop, buyer, [product])

    const desktop = await staff(shop, desk(), 'discord')
    const admin = desktop.page
    await soon(async () => (await desktop.api('/api/admin/chat-roles?state=failed')).total).toBe(1)
    await admin.goto('/admin/discord?state=failed')
    const row = rowOf(admin, buyer.email)
    await row.getByText(t('admin', 'discord.problem.hierarchy')).waitFor()
    await row.getByText('Cliente', { exact: true }).waitFor()

    await admin
      .getByRole('link', { name: t('admin', 'shell.rolesFailed_one', { count: 1 }) })
      .first()
      .waitFor()

    expect(await rolesOf('carla')).toEqual([])
    await row.getByRole('button', { name: new RegExp(`^${t('admin', 'discord.retry')}`) }).click()
    await admin.getByText(t('admin', 'discord.retried')).waitFor()
    await soon(() => rolesOf('carla')).toEqual(['Cliente'])
    await admin.goto(`/admin/discord?search=${buyer.email}`)
    await row.getByText(t('admin', 'discord.is.given'), { exact: true }).waitFor()
    expect(await sidewaysScroll(admin)).toBeLessThanOrEqual(0)

    // The user's details in the back office list the roles too.
    await admin.goto(`/admin/users?search=${buyer.email}`)
    await actOn(rowOf(admin, buyer.email), t('admin', 'adminUsers.details'))
    const roles = admin
      .getByRole('dialog')
      .getByRole('region', { name: t('admin', 'discord.ofUser') })
    await roles.getByText('Cliente', { exact: true }).waitFor()
    await roles.getByText(product).waitFor()

    // The customer sees the role too, and loses it when the account is unlinked.
    await page.goto('/dashboard/settings')

    await page
      .getByRole('list', { name: t('account', 'discord.roles') })
      .getByText(t('account', 'discord.role.given'))
      .waitFor()

    await page.getByRole('button', { name: t('account', 'discord.unlink') }).click()
    await page.getByText(t('account', 'discord.lead')).waitFor()
    await soon(() => rolesOf('carla')).toEqual([])
    expect([buyer.complaints, desktop.complaints]).toEqual([[], []])
    await desktop.context.close()
    await buyer.context.close()
  })

  it('an account that belongs to somebody else is refused in words, and nothing changes [B003]', async () => {
    const first = await customer(shop, 'Mia')
    await link(first, 'Ana')
    await first.page.getByText(first.t('account', 'discord.as', { name: 'Ana' })).waitFor()
    const second = await customer(shop, 'Nina')
    await link(second, 'Ana')

    await second.page
      .getByRole('alert')
      .filter({ hasText: 'já está conectada a outra conta' })
      .waitFor()

    await second.page
      .getByRole('button', { name: second.t('account', 'discord.link'), exact: true })
      .waitFor()
    expect(await sidewaysScroll(second.page)).toBeLessThanOrEqual(0)
    for (const one of [first, second]) await one.context.close()
  })

  it('a notification is posted in the chat; staff see a failure, and publishing again posts it [S010, S011]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'notifications')

    const posted = async () =>
      (await shop.sandbox('GET', '/sandbox/api/discord')).messages.filter(
        (one: { embeds: { title?: string }[] }) => one.embeds[0]?.title === 'Loja no ar',
      )

    await shop.sandbox('POST', '/sandbox/api/faults', [
      { provider: 'discord', path: '/api/v10/channels/*/messages', times: 1, do: 'status:403' },
    ])

    await api('/api/admin/notifications/send', {
      method: 'POST',
      body: JSON.stringify({ type: 'info', title: 'Loja no ar', message: 'Oi' }),
    })

    await soon(
      async () => (await api('/api/admin/notifications')).notifications[0].deliveryStatus,
    ).toBe('failed')
    await page.reload()
    const row = rowOf(page, 'Loja no ar')
    await row.getByText(t('admin', 'notifications.undelivered')).waitFor()
    const status = stateIn(page, t('admin', 'notifications.statusOf', { name: 'Loja no ar' }))

    for (const next of ['revoked', 'sent']) {
      await soon(() => status.badge.isEnabled()).toBe(true)
      await status.choose(t('admin', `notifications.status.${next}`))
      await soon(async () => (await api('/api/admin/notifications')).notifications[0].status).toBe(
        next,
      )
    }

    await soon(async () => (await posted()).length).toBe(1)
    await page.reload()
    await row.waitFor()
    await soon(async () => row.getByText(t('admin', 'notifications.undelivered')).count()).toBe(0)
    await context.close()
  })

  it('the product form warns at once, and after saving, when the bot cannot give the role [B183]', async () => {
    for (const width of [desk(), phone()]) {
      const { page, t, context } = await staff(shop, width, 'products')
      await page.goto('/admin/products?pageOf=new')
      const form = page.getByRole('main')
      const name = `Com cargo ${width.width}`
      await form.getByLabel(t('admin', 'adminProducts.name'), { exact: false }).first().fill(name)
      await form.getByLabel(t('admin', 'adminProducts.description'), { exact: false }).fill('Teste')
      await form.getByLabel(t('admin', 'adminProducts.price'), { exact: false }).first().fill('10')
      await form.getByLabel(t('admin', 'adminOptions.validity')).selectOption('lifetime')
      const role = form.getByLabel(t('admin', 'adminProducts.discordRole'))
      await role.fill('1300000000000000204')
      await form.getByText(t('admin', 'discord.chosen', { role: 'Cliente' })).waitFor()
      await role.fill('1300000000000000206')
      await form.getByText(t('admin', 'discord.warning.hierarchy')).waitFor()
      await form.getByRole('button', { name: t('admin', 'kit.save') }).click()

      await page
        .getByText(
          t('admin', 'discord.savedBut', { name, reason: t('admin', 'discord.warning.hierarchy') }),
        )
        .waitFor()

      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await context.close()
    }
  })
})
