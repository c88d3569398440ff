import { demoPassword } from '@chaveiro/contracts/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, headsOf, phone, refuse, rowOf, soon, staff } from './admin.ts'
import { fillCart } from './fill-cart.ts'
import { signIn } from './routes.ts'
import { actOn } from './row-acts.ts'
import { openShop, visit, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

describe('transactions', () => {
  it('a failure to load is only logged [B242]', async () => {
    const { page, t, context, complaints } = await staff(shop, desk(), 'settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await refuse(page, '**/api/admin/transactions?*', 'xyz')
    await page.goto('/admin/transactions')
    await page.getByText(t('admin', 'adminTransactions.empty'), { exact: true }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(complaints.some((line) => line.includes('/api/admin/transactions'))).toBe(true)
    await context.close()
  })
})

let buyers = 0

/** A new customer starts a PIX payment and leaves without paying, so the order stays pending. */
async function unpaidOrder(): Promise<{ id: string; orderNumber: string }> {
  const email = `espera-${Date.now()}-${buyers++}@exemplo.test`

  await shop.api('/api/users/register', {
    method: 'POST',
    body: JSON.stringify({
      name: 'Quem Espera',
      email,
      password: demoPassword,
      termsAccepted: true,
    }),
  })

  const buyer = await signIn(shop, email)
  await fillCart(shop, buyer)
  const { page, t, context } = await visit(shop, desk())
  await buyer.give(context)
  await page.goto('/checkout')
  await page.getByRole('radio', { name: 'PIX' }).check({ force: true })
  await page.getByLabel(t('checkout', 'pix.cpf'), { exact: true }).fill('529.982.247-25')

  await page
    .getByRole('main')
    .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
    .check()

  await page
    .locator('main button')
    .filter({ hasText: /^Pagar / })
    .click()

  await page.getByLabel(t('checkout', 'pix.code')).waitFor()
  await context.close()
  const staffWindow = await staff(shop, desk(), 'orders')
  const {
    orders: [order],
  } = await staffWindow.api(`/api/admin/orders?search=${encodeURIComponent(email)}`)
  await staffWindow.context.close()

  return order
}

describe('orders', () => {
  it('the list of Q80, reached from a transaction, with details, links and the story [B012]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'transactions?status=completed')

    const {
      data: {
        transactions: [paid],
      },
    } = await api('/api/admin/transactions?status=completed&limit=1')

    await actOn(rowOf(page, paid.paymentId), t('admin', 'adminTransactions.details'))

    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('admin', 'adminOrders.number').replace('Pedido', 'Ver pedido') })
      .click()

    await page.waitForURL(`**/admin/orders?order=${paid.orderId}`)
    const { order } = await api(`/api/admin/orders/${paid.orderId}`)
    const modal = page.getByRole('dialog', {
      name: t('admin', 'adminOrders.detailsTitle', { number: order.orderNumber }),
    })
    await modal.getByText(order.items[0].name).first().waitFor()
    for (const words of ['Pedido criado', 'Pagamento concluído'])
      await modal.getByText(words, { exact: true }).first().waitFor()

    expect(
      await modal
        .getByRole('link', { name: t('admin', 'adminOrders.seeCustomer') })
        .first()
        .getAttribute('href'),
    ).toMatch(/^\/admin\/users\/[\da-f-]{36}$/)

    for (const [key, to] of [
      ['seeCart', 'carts?search='],
      ['seeLicences', 'licenses?userId='],
      ['seePayment', 'transactions/'],
    ])
      expect(
        await modal
          .getByRole('link', { name: t('admin', `adminOrders.${key}`) })
          .first()
          .getAttribute('href'),
      ).toMatch(`/admin/${to}`)

    await page.keyboard.press('Escape')
    await soon(() => new URL(page.url()).search).toBe('')

    expect(await headsOf(page)).toEqual(
      ['number', 'customer', 'products', 'amount', 'statusHead', 'created']
        .map((key) => t('admin', `adminOrders.${key}`))
        .concat(t('admin', 'kit.actions')),
    )

    await soon(() => page.getByRole('row').count()).toBe(11)
    await page.getByRole('searchbox').fill(order.orderNumber)
    await soon(() => page.getByRole('row').count()).toBe(2)
    await context.close()
  })

  it('an unpaid order is cancelled or deleted; unannounced money is confirmed and refunded [B012, B150, Q122]', async () => {
    const { page, t, context, api } = await staff(shop, phone(), 'orders?status=pending')
    const pending = [await unpaidOrder(), await unpaidOrder()] as const
    const status = async (id: string) => (await api(`/api/admin/orders/${id}`)).order?.status
    await page.goto(`/admin/orders?search=${pending[0].orderNumber}`)
    const row = (at: 0 | 1) => rowOf(page, pending[at].orderNumber)
    const act = (at: 0 | 1, key: string) => actOn(row(at), t('admin', key))
    await act(0, 'adminOrders.cancel')

    await page
      .getByRole('dialog', {
        name: t('admin', 'adminOrders.cancelTitle', { number: pending[0].orderNumber }),
      })
      .getByRole('button', { name: t('admin', 'adminOrders.cancel') })
      .click()

    await soon(() => status(pending[0].id)).toBe('cancelled')
    await act(0, 'adminOrders.reopen')

    await page
      .getByRole('dialog', { name: `Reabrir o pedido ${pending[0].orderNumber}` })
      .getByRole('button', { name: 'Reabrir pedido' })
      .click()

    await soon(() => status(pending[0].id)).toBe('pending')
    await row(0).getByText(t('admin', 'adminOrders.status.pending'), { exact: true }).waitFor()
    await act(0, 'adminOrders.delete')
    const question = page.getByRole('alertdialog', {
      name: `Excluir o pedido ${pending[0].orderNumber}?`,
    })
    await question.getByText('A cobrança em aberto é fechada no provedor').waitFor()
    await question.getByRole('button', { name: t('admin', 'adminOrders.delete') }).click()
    await soon(() => status(pending[0].id)).toBe(undefined)
    await page.goto(`/admin/orders?search=${pending[1].orderNumber}&order=${pending[1].id}`)

    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin', 'adminOrders.confirm') })
      .first()
      .click()

    const form = page.getByRole('dialog', { name: t('admin', 'adminOrders.confirmTitle') })
    const press = () =>
      form.getByRole('button', { name: t('admin', 'adminOrders.confirm') }).click()
    await press()
    expect(await form.getByText(t('admin', 'kit.required')).count()).toBe(2)
    await form.getByLabel(t('admin', 'adminOrders.reason')).fill('extrato conferido')
    await form.getByLabel(t('admin', 'adminOrders.reference')).fill('E2E-0001')
    await press()
    await soon(() => status(pending[1].id)).toBe('completed')
    await page.getByRole('dialog').getByText('Pagamento confirmado à mão').waitFor()

    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('admin', 'adminOrders.refund'), exact: true })
      .click()

    const refund = page.getByRole('dialog', {
      name: t('admin', 'adminOrders.refundTitle', { number: pending[1].orderNumber }),
    })
    await refund.getByLabel(t('admin', 'adminOrders.reason')).fill('desistiu')
    await refund.getByRole('button', { name: t('admin', 'adminOrders.refund') }).click()

    await refund
      .getByRole('alert')
      .filter({ hasText: t('admin', 'adminOrders.errorRefund') })
      .waitFor()

    await refund.getByLabel(t('admin', 'adminOrders.referenceReturn')).fill('D-1')
    await refund.getByRole('button', { name: t('admin', 'adminOrders.refund') }).click()
    await soon(() => status(pending[1].id)).toBe('refunded')
    await page.goto(`/admin/orders?search=${pending[1].orderNumber}`)
    await act(1, 'adminOrders.delete')

    await page
      .getByRole('alertdialog')
      .getByText('O pedido é arquivado: sai desta lista e continua com o cliente e nos livros.')
      .waitFor()

    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir pedido' }).click()
    await soon(() => row(1).count()).toBe(0)
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByLabel('Arquivo', { exact: true }).selectOption({ label: 'Arquivados' })
    await row(1).getByText('Arquivado').waitFor()
    expect(await status(pending[1].id)).toBe('refunded')
    await context.close()
  })
})

describe('every list', () => {
  it('gives the CSV of its filter', async () => {
    const { page, t, context } = await staff(shop, desk(), 'sales')

    for (const section of ['transactions', 'carts', 'orders', 'tickets']) {
      await page.goto(`/admin/${section}`)
      await page.getByRole('table').first().waitFor()
      const file = page.waitForEvent('download')
      await page.getByRole('button', { name: t('admin', 'kit.csv') }).click()
      expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    }

    await context.close()
  })
})
