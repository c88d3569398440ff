import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, rowOf, soon, staff, type Staff } from './admin.ts'
import { actOn } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

let made = 0

/** Creates a customer for one test. */
async function customer(name: string): Promise<{ id: string; name: string; email: string }> {
  const email = `pessoa-${Date.now()}-${made++}@exemplo.test`

  const { data } = await shop.api('/api/users/register', {
    method: 'POST',
    body: JSON.stringify({ name, email, password: 'uma-frase-longa-7', termsAccepted: true }),
  })

  return { id: data.user.id, name, email }
}

const read = async ({ api }: Staff, id: string) => (await api(`/api/admin/users/${id}`)).user

const press = (seen: Staff, row: { name: string; email: string }, key: string) =>
  actOn(rowOf(seen.page, row.email), seen.t('admin', key))

describe('users', () => {
  it('a banned person keeps their role; a ban needs a reason, and lifting it shows the reason [B034, B035]', async () => {
    const person = await customer('Teófilo Banido')
    const staffWindow = await staff(
      shop,
      desk(),
      `users?search=${encodeURIComponent(person.email)}`,
    )
    const { page, t, context } = staffWindow
    const role = rowOf(page, person.email).getByLabel(
      t('admin', 'adminUsers.roleOf', { name: person.name }),
    )

    const sure = async (to: 'developer' | 'client') => {
      await role.click()
      await page.getByRole('menuitemradio', { name: t('admin', `role.${to}`), exact: true }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', {
          name: t('admin', 'adminUsers.roleAct', { to: t('admin', `role.${to}`) }),
        })
        .click()
    }

    await sure('developer')
    await soon(async () => (await read(staffWindow, person.id)).role).toBe('developer')
    await sure('client')
    await soon(async () => (await read(staffWindow, person.id)).role).toBe('client')
    await press(staffWindow, person, 'adminUsers.ban')
    const question = page.getByRole('alertdialog', {
      name: t('admin', 'adminUsers.banTitle', { name: person.name }),
    })
    const act = () =>
      question.getByRole('button', { name: t('admin', 'adminUsers.ban'), exact: true }).click()
    await act()
    await question.getByText(t('admin', 'kit.required')).waitFor()
    await question.getByLabel(t('admin', 'adminUsers.banReasonLabel')).fill('   ')
    await act()
    expect((await read(staffWindow, person.id)).isBanned).toBe(false)
    await question.getByLabel(t('admin', 'adminUsers.banReasonLabel')).fill('fraude')
    await act()
    await rowOf(page, person.email)
      .getByText(t('admin', 'adminUsers.banned'), { exact: true })
      .waitFor()
    expect(await read(staffWindow, person.id)).toMatchObject({
      isBanned: true,
      banReason: 'fraude',
    })
    expect(await role.isDisabled()).toBe(true)
    await press(staffWindow, person, 'adminUsers.unban')
    const lift = page.getByRole('alertdialog', { name: 'Desbanir Teófilo Banido?' })
    await lift.getByText('Motivo do banimento: fraude').waitFor()
    await lift.getByText('o que ela pagou e ficou retido é entregue agora').waitFor()
    await lift.getByRole('button', { name: 'Cancelar' }).click()
    expect((await read(staffWindow, person.id)).isBanned).toBe(true)
    await press(staffWindow, person, 'adminUsers.unban')
    await lift.getByRole('button', { name: 'Desbanir', exact: true }).click()
    await soon(async () => (await read(staffWindow, person.id)).isBanned).toBe(false)
    await soon(() => role.isEnabled()).toBe(true)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

  it('details with the chat account that staff can set, and the audit history [B002, B003, B036]', async () => {
    const person = await customer('Ulisses Detalhe')

    const staffWindow = await staff(
      shop,
      desk('en-US'),
      `users?search=${encodeURIComponent(person.email)}`,
    )

    const { page, t, context } = staffWindow
    await actOn(rowOf(page, person.email), t('admin', 'adminUsers.details'))
    const details = page.getByRole('dialog', {
      name: t('admin', 'adminUsers.detailsOf', { name: person.name }),
    })
    await details.getByText(person.email).waitFor()
    await details.getByLabel(t('admin', 'adminUsers.discord')).fill('123')
    await details.getByRole('button', { name: t('admin', 'adminUsers.saveDiscord') }).click()
    await details.getByText(t('admin', 'adminUsers.discordInvalid')).waitFor()
    await details.getByLabel(t('admin', 'adminUsers.discord')).fill('123456789012345678')
    await details.getByRole('button', { name: t('admin', 'adminUsers.saveDiscord') }).click()
    await soon(async () => (await read(staffWindow, person.id)).discordId).toBe(
      '123456789012345678',
    )
    await page.keyboard.press('Escape')
    await rowOf(page, '123456789012345678').waitFor()
    await press(staffWindow, person, 'adminUsers.history')
    const history = page.getByRole('dialog', {
      name: t('admin', 'adminUsers.historyOf', { name: person.name }),
    })
    await history.getByRole('listitem').first().waitFor()
    await history.getByText('Account created').first().waitFor()
    await context.close()
  })

  it("a deletion is confirmed and anonymises; one's own account has no such acts [B037, B182]", async () => {
    const person = await customer('Valdo Excluído')
    const staffWindow = await staff(
      shop,
      desk(),
      `users?search=${encodeURIComponent(person.email)}`,
    )
    const { page, t, context, api } = staffWindow
    await press(staffWindow, person, 'kit.delete')
    const question = page.getByRole('alertdialog', {
      name: t('admin', 'adminUsers.deleteTitle', { name: person.name }),
    })
    await question
      .getByText(t('admin', 'adminUsers.deleteText', { year: `${new Date().getFullYear() + 5}` }))
      .waitFor()
    await question.getByRole('button', { name: t('admin', 'kit.cancel') }).click()
    expect((await read(staffWindow, person.id)).email).toBe(person.email)
    await press(staffWindow, person, 'kit.delete')
    await question.getByRole('button', { name: t('admin', 'adminUsers.deleteAct') }).click()
    await page.getByText(t('admin', 'kit.noMatch')).waitFor()
    expect((await api(`/api/admin/users?search=${encodeURIComponent(person.email)}`)).total).toBe(0)
    await page.goto('/admin/users?search=admin%40demo.test')
    const ownRow = rowOf(page, 'admin@demo.test')
    await ownRow.waitFor()
    await ownRow.getByRole('button', { name: /^Mais ações/ }).click()
    const acts = page.getByRole('menuitem')

    expect(await acts.evaluateAll((all) => all.map((one) => one.ariaDisabled))).toEqual([
      'true',
      'true',
    ])

    await page.keyboard.press('Escape')
    expect(await ownRow.getByLabel(/^Função de /).isDisabled()).toBe(true)
    await context.close()
  })

  it('the palette finds a person, an order, a product and a key by its end as one types', async () => {
    const person = await customer('Ziraldo Paleta')
    const { page, t, context, api } = await staff(shop, desk(), 'categories')
    await page.getByRole('heading', { level: 1 }).waitFor()

    const look = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: t('admin', 'palette.label') }).fill(text)
    }

    const {
      orders: [order],
    } = await api('/api/admin/orders?limit=1')
    await look(order.orderNumber)
    await page.getByRole('option', { name: order.orderNumber }).waitFor()
    await page.keyboard.press('Escape')
    const {
      licenses: [key],
    } = await api('/api/admin/stock?limit=1')
    await look(key.maskedKey.slice(-4))
    await page.getByRole('option').filter({ hasText: key.maskedKey }).first().waitFor()
    await page.keyboard.press('Escape')
    const {
      products: [product],
    } = await api('/api/admin/product?limit=1')
    await look(product.name)
    await page.getByRole('option', { name: product.name }).waitFor()
    await page.keyboard.press('Escape')
    await look(person.email)
    await page.getByRole('option', { name: person.name }).click()
    await page.waitForURL('**/admin/users?search=*')
    await rowOf(page, person.email).waitFor()
    await context.close()
  })
})
