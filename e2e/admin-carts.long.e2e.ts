import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { openRow } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

describe('carts', () => {
  it('details with items and the status in any direction, kept by Save [B071, B072, B073, B148, Q110]', async () => {
    const { page, context, api } = await staff(shop, phone(), 'carts?status=active')
    const { carts } = await api('/api/admin/carts?status=active&limit=100')
    const cart = carts.find((one: any) => one.itemCount > 0)
    await page.goto(`/admin/carts?status=active&search=${cart.userId}`)

    await page.route(`**/api/admin/carts/${cart.id}`, async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()

      body.cart = {
        ...body.cart,
        discount: { applied: true, cupomCode: 'PROMO', amount: 1.5 },
        items: [
          { ...body.cart.items[0], productId: 'gone', product: null, price: null, quantity: 2 },
          ...body.cart.items,
        ],
      }

      return route.fulfill({ response: answer, json: body })
    })

    await openRow(rowOf(page, cart.id.slice(-8)))
    const modal = page.getByRole('dialog', { name: 'Detalhes do carrinho' })
    await modal.getByText('Produto não encontrado').waitFor()
    expect(await modal.getByRole('listitem').first().innerText()).toMatch(
      /^Produto não encontrado\s+Fora da soma: saiu também do carrinho do cliente\.\s+indisponível x 2$/,
    )
    expect(await modal.getByRole('listitem').nth(1).innerText()).toMatch(/R\$\s[\d.]+,\d\d x \d+$/)
    await modal.getByText(/PROMO: R\$\s1,50/).waitFor()

    expect(await modal.locator('dt').allTextContents()).toEqual([
      'ID',
      'Usuário',
      'Subtotal',
      'Desconto',
      'Total',
      'Expira em',
      'Termos aceitos',
    ])

    const status = modal.getByLabel('Situação do carrinho')

    const choices = () =>
      status.evaluate((select) =>
        [...(select as HTMLSelectElement).options].map((option) => [option.value, option.disabled]),
      )

    expect(await choices()).toEqual([
      ['active', false],
      ['completed', false],
      ['abandoned', false],
    ])

    await status.selectOption('abandoned')
    expect((await api(`/api/admin/carts/${cart.id}`)).status).toBe('active')
    await modal.getByRole('button', { name: 'Salvar' }).click()
    await soon(async () => (await api(`/api/admin/carts/${cart.id}`)).status).toBe('abandoned')
    await status.selectOption('completed')
    await modal.getByRole('button', { name: 'Salvar' }).click()
    await soon(async () => (await api(`/api/admin/carts/${cart.id}`)).status).toBe('completed')
    // Nothing was bought with this cart, so staff may reopen it (Q110).
    await soon(() => modal.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true)

    expect(await choices()).toEqual([
      ['active', false],
      ['completed', false],
      ['abandoned', false],
    ])

    await status.selectOption('active')
    await modal.getByRole('button', { name: 'Salvar' }).click()
    await soon(async () => (await api(`/api/admin/carts/${cart.id}`)).status).toBe('active')
    await page.keyboard.press('Escape')
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

  it('deletion asks in the words of the specification, in English in its own [B177, B066]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'carts?status=abandoned')
    const {
      carts: [cart],
    } = await api('/api/admin/carts?status=abandoned&limit=1')
    await page.goto(`/admin/carts?status=abandoned&search=${cart.userId}`)
    await rowOf(page, cart.id.slice(-8))
      .getByRole('button', { name: /^Deletar/ })
      .click()

    await page
      .getByRole('alertdialog')
      .getByText('Tem certeza que deseja deletar este carrinho?', { exact: true })
      .waitFor()

    await page.getByRole('alertdialog').getByRole('button', { name: 'Deletar' }).click()
    await soon(async () => (await api(`/api/admin/carts/${cart.id}`)).success).toBe(false)
    await page.getByText(t('admin', 'kit.noMatch')).waitFor()
    await context.close()
    const english = await staff(shop, desk('en-US'), 'carts')

    await english.page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^Delete/ })
      .click()

    await english.page
      .getByRole('alertdialog')
      .getByText('Are you sure you want to delete this cart?')
      .waitFor()

    await english.context.close()
  })
})
