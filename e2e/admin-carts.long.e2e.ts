import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, factOf, headsOf, money, phone, refuse, rowOf, soon, staff } from './admin.ts'
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
  it('five cards, search by user, status filter, the columns, ten a page [B065, B067, B068, B069, B070]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'carts')
    const { data } = await api('/api/admin/carts/stats')
    for (const [label, key] of [
      ['Total de carrinhos', 'totalCarts'],
      ['Carrinhos ativos', 'activeCarts'],
      ['Carrinhos concluídos', 'completedCarts'],
      ['Carrinhos abandonados', 'abandonedCarts'],
      ['Carrinhos expirados', 'expiredCarts'],
    ] as const)
      await factOf(page, label).toBe(new Intl.NumberFormat('pt-BR').format(data[key]))
    expect(await headsOf(page)).toEqual([
      'ID',
      'Usuário',
      'Itens',
      'Total',
      'Situação',
      'Criado em',
      'Ações',
    ])
    const {
      carts: [cart],
    } = await api('/api/admin/carts?limit=1')
    const row = rowOf(page, cart.id.slice(-8))
    for (const shown of [
      cart.id.slice(-8),
      cart.userId,
      String(cart.itemCount),
      money(cart.totalAmount, cart.currency),
    ])
      await row.getByText(shown, { exact: true }).first().waitFor()
    expect(
      await row
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title'))),
    ).toEqual(['Deletar'])
    expect(
      await page
        .getByLabel('Situação', { exact: true })
        .evaluate((select) =>
          [...(select as HTMLSelectElement).options].map((option) => option.text),
        ),
    ).toEqual(['Todos', 'Ativo', 'Concluído', 'Abandonado'])
    await soon(() => page.getByRole('row').count()).toBe(11)
    await page.getByRole('navigation', { name: t('admin', 'kit.pages') }).waitFor()
    await page.getByRole('searchbox', { name: 'Buscar por usuário' }).fill(cart.user.email)
    const { total } = await api(`/api/admin/carts?search=${encodeURIComponent(cart.user.email)}`)
    expect(total).toBeLessThan(11)
    await soon(() => page.getByRole('row').count()).toBe(1 + total)
    expect(await page.getByRole('navigation', { name: t('admin', 'kit.pages') }).count()).toBe(0)
    await context.close()
  })

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
    // Nothing was bought with it: it may go back (Q110).
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

  it('the four errors verbatim; a load error takes the whole screen [B243, B244]', async () => {
    const { page, context } = await staff(shop, desk(), 'carts?status=active')
    const row = page.getByRole('row').nth(1)
    await row.waitFor()
    const one = /\/api\/admin\/carts\/[\w-]{36}$/
    const restore = [
      await refuse(page, one, '', { method: 'DELETE' }),
      await refuse(page, '**/carts/*/status', '', { method: 'PATCH' }),
    ]
    await row.getByRole('button', { name: /^Deletar/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deletar' }).click()
    await page.getByRole('alert').getByText('Erro ao deletar carrinho', { exact: true }).waitFor()
    await openRow(row)
    await page.getByLabel('Situação do carrinho').selectOption('abandoned')
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText('Erro ao atualizar status do carrinho', { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')
    for (const undo of restore) await undo()
    await refuse(page, one)
    await page.reload()
    await openRow(row)
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText('Erro ao carregar detalhes do carrinho', { exact: true })
      .waitFor()
    await refuse(page, '**/api/admin/carts?*')
    await page.goto('/admin/carts')
    await page.getByRole('alert').getByText('Erro ao carregar carrinhos', { exact: true }).waitFor()
    expect((await page.getByRole('searchbox').count()) + (await page.locator('dl').count())).toBe(0)
    await context.close()
  })
})
