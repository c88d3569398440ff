import { demoPassword, languages } from '@chaveiro/contracts/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, factOf, headsOf, money, phone, refuse, rowOf, soon, staff } from './admin.ts'
import { fillCart } from './fill-cart.ts'
import { signIn } from './routes.ts'
import { actOn } from './row-acts.ts'
import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => {
  await shop?.close()
})

const reais = (amount: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
    .format(amount)
    .replace(/\u00a0/g, ' ')

describe('transactions', () => {
  it('six cards, the columns, filters in the address that go back to page 1 [B074, B075, B077, B155]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'transactions')
    const {
      data: { stats, transactions },
    } = await api('/api/admin/transactions?limit=20')
    for (const [key, count] of [
      ['total', stats.totalTransactions],
      ['completed', stats.completedCount],
      ['pending', stats.pendingCount],
      ['failed', stats.failedCount],
      ['rejected', stats.rejectedCount],
      ['refunded', stats.refundedCount],
    ]) {
      await factOf(page, t('admin', `adminTransactions.${key}`)).toBe(
        new Intl.NumberFormat('pt-BR').format(count),
      )
    }
    const notes = async () =>
      (
        await page
          .locator('dl > div')
          .evaluateAll((cards) => cards.map((card) => card.querySelectorAll('dd')[1]?.textContent))
      ).map((note) => note?.replace(/\u00a0/g, ' '))
    expect(await notes()).toEqual(
      [stats.totalAmount, stats.completedAmount, 0, 0, 0, stats.refundedAmount].map(reais),
    )
    expect(await headsOf(page)).toEqual([
      ...['ids', 'customer', 'product', 'amount', 'methodHead', 'statusHead', 'created'].map(
        (key) => t('admin', `adminTransactions.${key}`),
      ),
      'Ações',
    ])
    const first = rowOf(page, transactions[0].paymentId)
    for (const shown of [
      transactions[0].sessionId ?? '-',
      transactions[0].customer.name,
      transactions[0].customer.email,
      transactions[0].productName,
      money(transactions[0].amount, transactions[0].currency),
      t('admin', `adminTransactions.status.${transactions[0].status}`),
    ])
      await first.getByText(shown, { exact: true }).first().waitFor()
    const turn = async () => {
      await page
        .getByRole('navigation', { name: t('admin', 'kit.pages') })
        .getByRole('button', { name: t('admin', 'kit.next') })
        .click()
      await soon(() => new URL(page.url()).searchParams.get('page')).toBe('2')
    }
    for (const [name, set] of [
      ['search', () => page.getByRole('searchbox').fill('@')],
      [
        'status',
        () =>
          page
            .getByLabel(t('admin', 'adminTransactions.statusHead'), { exact: true })
            .selectOption('completed'),
      ],
      [
        'paymentMethod',
        () =>
          page
            .getByLabel(t('admin', 'adminTransactions.method'), { exact: true })
            .selectOption('pix'),
      ],
      [
        'startDate',
        () =>
          page
            .getByLabel(t('admin', 'adminTransactions.startDate'), { exact: true })
            .fill('2020-01-01'),
      ],
      [
        'endDate',
        () =>
          page
            .getByLabel(t('admin', 'adminTransactions.endDate'), { exact: true })
            .fill('2099-12-31'),
      ],
    ] as const) {
      await page.goto('/admin/transactions')
      await turn()
      await set()
      await soon(() => new URL(page.url()).searchParams.has(name)).toBe(true)
      expect(new URL(page.url()).searchParams.get('page')).toBeNull()
    }
    await page.goto('/admin/transactions?status=refunded')
    await soon(() => page.getByRole('row').count()).toBe(1 + Math.min(20, stats.refundedCount))
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: t('admin', 'adminTransactions.status.refunded') })
        .count(),
    ).toBe(Math.min(20, stats.refundedCount))
    await context.close()
  })

  it('a discounted one in four groups; closed by the overlay and by the button; nothing can be changed [B078, B079, B149, B150]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'transactions')
    let row
    for (let at = 1; !row; at++)
      row = (await api(`/api/admin/transactions?limit=100&page=${at}`)).data.transactions.find(
        (one: any) => one.discount.applied,
      )
    await page.goto(`/admin/transactions?search=${row.paymentId}`)
    const line = rowOf(page, row.paymentId)
    await line.getByText(row.discount.cupomCode).waitFor()
    await line.getByText(money(row.originalAmount, row.currency)).waitFor()
    const acts = line.getByRole('button')
    expect(await acts.evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
      `Detalhes: ${row.paymentId}`,
    ])
    const open = () => actOn(line, 'Detalhes')
    await open()
    const modal = page.getByRole('dialog', { name: t('admin', 'adminTransactions.detailsTitle') })
    await modal.waitFor()
    expect(await modal.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
      ['groupIds', 'customer', 'groupPayment', 'groupStatus'].map((key) =>
        t('admin', `adminTransactions.${key}`),
      ),
    )
    expect(await modal.locator('dt').allTextContents()).toEqual(
      [
        'id',
        'paymentId',
        'sessionId',
        'name',
        'email',
        ...(row.customer.discordId ? ['discord'] : []),
        'amount',
        'originalAmount',
        'coupon',
        'method',
        'statusHead',
        'keyGenerated',
        'refundedFact',
        'created',
        'updated',
      ].map((key) => t('admin', `adminTransactions.${key}`)),
    )
    expect(
      (await modal.getByRole('combobox').count()) + (await modal.getByRole('textbox').count()),
    ).toBe(0)
    await page.mouse.click(5, 5)
    await soon(() => page.getByRole('dialog').count()).toBe(0)
    await open()
    await modal.getByRole('button', { name: t('common', 'action.close') }).click()
    await soon(() => page.getByRole('dialog').count()).toBe(0)
    await context.close()
  })

  it('methods as a Brazilian shop says them, anything else is unknown, no product is N/A; no paging for a single page [B253, B080]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'settings')
    const { data } = await api('/api/admin/transactions?limit=7')
    const types = ['stripe', 'pix', 'credit_card', 'ticket', 'crypto', 'gift']
    const transactions = types.map((type, at) => ({
      ...data.transactions[at % data.transactions.length],
      id: `t${at}`,
      paymentId: `pay-${at}`,
      productName: '',
      paymentMethod: { type, name: type },
    }))
    await page.route('**/api/admin/transactions?*', (route) =>
      route.fulfill({
        json: {
          success: true,
          data: {
            ...data,
            transactions,
            pagination: { ...data.pagination, total: types.length, pages: 1 },
          },
        },
      }),
    )
    await page.goto('/admin/transactions')
    for (const [at, name] of [
      'Cartão',
      'PIX',
      'Cartão de Crédito',
      'Boleto',
      'Criptomoeda',
      'Desconhecido',
    ].entries())
      await rowOf(page, `pay-${at}`).getByText(name, { exact: true }).waitFor()
    await rowOf(page, 'pay-0').getByText('N/A', { exact: true }).waitFor()
    expect(await page.getByRole('navigation', { name: t('admin', 'kit.pages') }).count()).toBe(0)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

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
/** Somebody new asks for a PIX and leaves without paying: their order waits. */
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
  const seen = await staff(shop, desk(), 'orders')
  const {
    orders: [order],
  } = await seen.api(`/api/admin/orders?search=${encodeURIComponent(email)}`)
  await seen.context.close()
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
    for (const action of ['order.created', 'payment.completed'])
      await modal
        .getByText(t('admin', `adminOrders.event.${action}`), { exact: true })
        .first()
        .waitFor()
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

  it('an unpaid order is cancelled, reopened and deleted; unannounced money is confirmed and refunded by reference, its order archived [B012, B150, Q122]', async () => {
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
    await page
      .getByRole('dialog')
      .getByText(t('admin', 'adminOrders.event.payment.confirmed_by_hand'))
      .waitFor()
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
  it('gives the CSV of its filter, in both languages and on both widths without scrolling sideways', async () => {
    for (const language of languages)
      for (const given of [desk(language), phone(language)]) {
        const { page, t, context } = await staff(shop, given, 'sales')
        for (const section of ['sales', 'transactions', 'carts', 'orders', 'tickets']) {
          await page.goto(`/admin/${section}`)
          await page
            .getByRole(section === 'sales' ? 'img' : 'table')
            .first()
            .waitFor()
          expect(await sidewaysScroll(page), `${section} ${given.width}`).toBeLessThanOrEqual(0)
          if (section === 'sales') continue
          const file = page.waitForEvent('download')
          await page.getByRole('button', { name: t('admin', 'kit.csv') }).click()
          expect((await file).suggestedFilename()).toMatch(/\.csv$/)
        }
        await context.close()
      }
  })
})
