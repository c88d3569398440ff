import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { buy, customer, fetchAsUser, showKeys } from './buyer.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const owned = async (page: Page, name: string) =>
  (
    (await fetchAsUser(page, '/api/users/products')).products as {
      name: string
      status: string
      licenseKey: string | null
    }[]
  ).find((one) => one.name === name)!

const at = (status: string) => async (key: string) =>
  (
    (await shop.sandbox('GET', '/sandbox/api/keyauth')).licences as {
      key: string
      status: string
    }[]
  ).find((one) => one.key === key)?.status === status

describe('deliveries', () => {
  it('a customer sees a minted KeyAuth key, a manual delivery and a replaced key [B106, B108, B112]', async () => {
    const buyer = await customer(shop, 'Lia')
    const [minted, manual] = ['Macrolume Perfis', 'Mentoria Forjíndigo']
    await buy(shop, buyer, [minted, manual])
    await soon(async () => (await owned(buyer.page, minted)).status).toBe('active')
    const first = (await owned(buyer.page, minted)).licenseKey!
    expect(first).toMatch(/^LOJA-/)
    await buyer.page.goto('/dashboard/orders')
    await showKeys(buyer.page)
    await buyer.page.getByText(first).waitFor()

    const { page, t, context, complaints } = await staff(shop, desk(), 'licenses')
    await page
      .getByRole('link', { name: new RegExp(t('admin', 'shell.section.deliveries')) })
      .click()
    await page.getByRole('searchbox').fill(buyer.email)
    const row = rowOf(page, buyer.email)
    await row.getByText(t('admin', 'deliveries.waits.manual')).waitFor()
    await row
      .getByRole('button', { name: new RegExp(`^${t('admin', 'deliveries.enter')}`) })
      .click()
    const form = page.getByRole('dialog', {
      name: t('admin', 'deliveries.enterTitle', { product: manual }),
    })
    await form.getByRole('button', { name: t('admin', 'deliveries.deliver') }).click()
    await form.getByText(t('admin', 'kit.required')).waitFor()
    await form.getByLabel(t('admin', 'deliveries.key'), { exact: true }).fill(first)
    await form.getByRole('button', { name: t('admin', 'deliveries.deliver') }).click()
    await form.getByText('já foi entregue').waitFor()
    await form.getByLabel(t('admin', 'deliveries.key'), { exact: true }).fill('MENTORIA-E2E-0001')
    await form.getByRole('button', { name: t('admin', 'deliveries.deliver') }).click()
    await soon(() => form.count()).toBe(0)
    await soon(() => row.count()).toBe(0)
    await buyer.page.reload()
    await showKeys(buyer.page)
    await buyer.page.getByText('MENTORIA-E2E-0001').waitFor()

    await page.goto(`/admin/licenses?search=${first}`)
    await rowOf(page, buyer.email)
      .getByRole('button', { name: new RegExp(`^${t('admin', 'licenses.replace')}:`) })
      .click()
    const replace = page.getByRole('dialog')
    await replace.getByLabel(t('admin', 'licenses.reason'), { exact: true }).fill('A chave vazou')
    await replace.getByRole('button', { name: t('admin', 'licenses.replace') }).click()
    await page.getByText(t('admin', 'licenses.replaceAsked')).waitFor()
    await soon(async () => (await owned(buyer.page, minted)).licenseKey).not.toBe(first)
    const second = (await owned(buyer.page, minted)).licenseKey!
    await soon(() => at('Banned')(first)).toBe(true)
    expect(await at('Not Used')(second)).toBe(true)
    await buyer.page.reload()
    await showKeys(buyer.page)
    await buyer.page.getByText(second).waitFor()
    await page.goto(`/admin/licenses?search=${second}`)
    await rowOf(page, buyer.email)
      .getByRole('button', { name: new RegExp(`^${t('admin', 'licenses.reveals')}:`) })
      .click()

    await page
      .getByRole('dialog')
      .getByText(t('admin', 'licenses.revealBy.customer', { name: 'Lia Prado' }))
      .waitFor()

    // The console shows the refusal above, as it shows every failed change (B231).
    expect([
      ...complaints.filter((one) => !one.startsWith(t('admin', 'deliveries.errorDeliver'))),
      ...buyer.complaints,
    ]).toEqual([])

    await context.close()
    await buyer.context.close()
  })

  it('the work list fits a phone and says when nothing waits', async () => {
    const { page, t, context } = await staff(shop, phone('en-US'), 'deliveries')
    await page.getByRole('heading', { name: t('admin', 'deliveries.title') }).waitFor()
    await page.getByRole('searchbox').fill('nobody has this')
    await page.getByText(t('admin', 'kit.noMatch')).waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })
})

describe('stock watch', () => {
  it('a sold-out product mails once when it is back; staff set a threshold [S006]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'stock')

    const { product } = await api('/api/admin/product', {
      method: 'POST',
      body: JSON.stringify({ name: 'Chave Esgotada', description: 'Volta logo', price: 10 }),
    })

    const buyer = await customer(shop, 'Lia')
    await buyer.page.goto('/products?q=Chave%20Esgotada')
    await buyer.page
      .getByRole('button', { name: `${buyer.t('store', 'restock.ask')}: Chave Esgotada` })
      .click()
    await buyer.page
      .getByRole('button', { name: `${buyer.t('store', 'restock.cancel')}: Chave Esgotada` })
      .waitFor()
    await page.reload()
    await page.getByRole('link', { name: t('admin', 'adminStock.watch') }).click()
    const field = page.getByLabel(t('admin', 'adminStock.thresholdOf', { name: 'Chave Esgotada' }))
    await field.fill('3')
    await field.press('Enter')
    await page
      .getByText(t('admin', 'adminStock.thresholdSaved', { name: 'Chave Esgotada' }))
      .waitFor()

    expect(
      (await api('/api/admin/stock/products')).products.find(
        (one: { id: string }) => one.id === product.id,
      ),
    ).toMatchObject({ threshold: 3, awaited: 1 })

    await api('/api/admin/stock', {
      method: 'POST',
      body: JSON.stringify({ productId: product.id, licenses: ['VOLTOU-1'] }),
    })

    const mails = async () =>
      (
        (await shop.sandbox('GET', `/sandbox/api/mail?to=${encodeURIComponent(buyer.email)}`)) as {
          subject: string
        }[]
      ).filter((mail) => mail.subject === 'Chave Esgotada voltou').length

    await soon(mails).toBe(1)
    await buyer.page.reload()

    await buyer.page
      .getByRole('button', {
        name: buyer.t('store', 'product.addNamed', { name: 'Chave Esgotada' }),
      })
      .waitFor()

    await context.close()
    await buyer.context.close()
  })
})
