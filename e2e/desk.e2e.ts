import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { fillCart, signIn } from './routes.ts'
import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'
import { texts } from './texts.ts'
import { openMoneyWorld, type Cell } from './world.ts'

const t = texts('pt-BR')

describe('the desk on screen', () => {
  let money: Awaited<ReturnType<typeof openMoneyWorld>>
  let browser: Browser
  beforeAll(async () => {
    money = await openMoneyWorld()
    browser = await chromium.launch({
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await money?.close()
  })

  /** A browser of a staff member, at the time of the shop, which the cases moved. */
  async function staffPage(): Promise<Page> {
    const who = await money.admin()
    const context = await browser.newContext({
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      locale: 'pt-BR',
      baseURL: money.world.origin,
      viewport: { width: 1280, height: 900 },
    })
    await context.addInitScript(
      ({ token, user }) => {
        localStorage.setItem('accessToken', token)
        localStorage.setItem('userData', JSON.stringify(user))
      },
      {
        token: who.token,
        user: { id: who.userId, _id: who.userId, name: who.name, email: who.email, role: 'admin' },
      },
    )
    return context.newPage()
  }

  it('[R7] every cell of the matrix stands on the desk in its named state, with the acts that are legal and no other', async () => {
    const made: { cell: Cell; id: string; order: string }[] = []
    // What still waits for money comes last, since the others move the clock past its time.
    for (const cell of money.matrix.toSorted(
      (a, b) => Number(a.status === 'pending') - Number(b.status === 'pending'),
    )) {
      const id = await cell.make(money.world)
      const {
        rows: [row],
      } = await money.world.app.pool.query(
        'select o.number from payments p join orders o on o.id = p.order_id where p.id = $1',
        [id],
      )
      made.push({ cell, id, order: row.number })
    }
    const page = await staffPage()
    const listed = { open: await rowsOf(page, 'open'), done: await rowsOf(page, 'done') }
    for (const { cell, id, order } of made) {
      const name = `${cell.event} ${cell.method} ${cell.stock}`
      for (const state of ['open', 'done'] as const) {
        // The two payments of one order are told apart by their state.
        const row = listed[state].find((text) => text.includes(order))
        if (cell.event !== 'double' || cell.method !== 'stripe')
          expect(row !== undefined, `${name} ${state}`).toBe(state === cell.state)
        if (state !== cell.state) continue
        expect(row, name).toContain(t('admin', `desk.kind.${cell.kind!}`))
        expect(row, name).toContain(t('admin', `desk.is.${cell.status}`))
        expect(row, name).toContain(
          cell.units
            ? t('admin', 'desk.deliveredOf', { done: cell.delivered, all: cell.units })
            : t('admin', 'desk.nothingYet'),
        )
      }
      await page.goto(`/admin/desk?payment=${id}`)
      const dialog = page.getByRole('dialog', { name: t('admin', 'desk.caseOf', { order }) })
      await dialog.waitFor()
      const acts = await dialog
        .getByRole('group', { name: t('admin', 'desk.actions') })
        .getByRole('button')
        .allTextContents()
      expect(acts.toSorted(), name).toEqual(
        cell.actions
          .filter((action) => action !== 'note')
          .map((action) => t('admin', `desk.act.${action}`))
          .toSorted(),
      )
      expect(await dialog.getByRole('button', { name: t('admin', 'desk.addNote') }).count()).toBe(1)
    }
    await page.context().close()
  })

  async function rowsOf(page: Page, state: string): Promise<string[]> {
    const rows: string[] = []
    for (let number = 1; ; number++) {
      await page.goto(`/admin/desk?state=${state}&page=${number}`)
      await page.getByText(new RegExp(`^Página ${number} de`)).waitFor()
      rows.push(...(await page.getByRole('row').allTextContents()).slice(1))
      if (await page.getByRole('button', { name: t('admin', 'kit.next') }).isDisabled()) return rows
    }
  }
})

describe('in the shop', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(async () => {
    await shop?.close()
  })

  async function buy(amount?: string) {
    const buyer = await signIn(shop)
    await fillCart(shop, buyer)
    const cart = await shop.api(`/api/product/cart/${buyer.user.id}`, { headers: buyer.headers })
    const started = await shop.api('/api/payment/efybank/checkout', {
      method: 'POST',
      headers: buyer.headers,
      body: JSON.stringify({
        cartId: cart.id,
        termsAccepted: true,
        customer: { name: 'Cliente', email: 'cliente@demo.test', cpf: '529.982.247-25' },
      }),
    })
    await shop.sandbox('POST', `/sandbox/api/pix/${started.txid}/pay`, amount ? { amount } : {})
    return {
      buyer,
      id: started.paymentId as string,
      status: async () =>
        (
          await shop.api(`/api/payment/efybank/status/${started.paymentId}`, {
            headers: buyer.headers,
          })
        ).status as string,
    }
  }

  it('a refund from the desk is seen by the buyer; the case tells the whole story and gives its evidence', async () => {
    const bought = await buy()
    await soon(bought.status).toBe('completed')
    const {
      page,
      t: text,
      context,
      complaints,
      api,
    } = await staff(shop, desk(), `desk?payment=${bought.id}`)
    const dialog = page.getByRole('dialog').first()
    await dialog.getByLabel(text('admin', 'desk.note')).fill('Pediu por telefone')
    await dialog.getByRole('button', { name: text('admin', 'desk.addNote') }).click()
    await dialog
      .getByText('Pediu por telefone', { exact: true })
      .and(page.locator('span'))
      .waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: text('admin', 'desk.evidence') }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^provas-ORD-\d+\.pdf$/)
    await dialog
      .getByRole('button', { name: text('admin', 'desk.act.refund'), exact: true })
      .click()
    const form = page.getByRole('dialog').last()
    await form.getByRole('button', { name: text('admin', 'desk.act.refund'), exact: true }).click()
    await form.getByText(text('admin', 'kit.required')).waitFor()
    await form.getByLabel(text('admin', 'desk.reason')).fill('Arrependimento em 7 dias')
    await form.getByRole('button', { name: text('admin', 'desk.act.refund'), exact: true }).click()
    await page.getByText(text('admin', 'desk.done.refund')).waitFor()
    await expect
      .poll(async () => (await api(`/api/admin/desk/payments/${bought.id}`)).payment.status, {
        timeout: 60_000,
      })
      .toBe('refunded')
    await page.reload()
    await page
      .getByRole('dialog')
      .getByRole('definition')
      .filter({ hasText: new RegExp(`^${text('admin', 'desk.is.refunded')}$`) })
      .waitFor()
    expect(complaints).toEqual([])
    await context.close()
    const seen = await visit(shop, phone())
    await bought.buyer.give(seen.context)
    await seen.page.goto('/dashboard/orders')
    await seen.page
      .getByText(seen.t('account', 'orderStatus.refunded'), { exact: true })
      .first()
      .waitFor()
    await seen.context.close()
  })

  it('a short payment is accepted with its reason; the badge leads to the desk; nothing scrolls sideways on a phone', async () => {
    const bought = await buy('1.00')
    const { page, t: text, context, api } = await staff(shop, phone(), 'desk')
    await soon(
      async () => (await api(`/api/admin/desk/payments/${bought.id}`)).payment.onDesk,
    ).toBe(true)
    await page.reload()
    await page.getByRole('row').nth(1).waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: text('admin', 'shell.menu') }).click()
    await page
      .getByRole('list', { name: text('admin', 'shell.attention') })
      .getByRole('link')
      .first()
      .click()
    await page.waitForURL('**/admin/desk')
    await page.goto(`/admin/desk?payment=${bought.id}`)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('admin', 'desk.act.accept') })
      .click()
    const question = page.getByRole('alertdialog')
    await question.getByLabel(text('admin', 'desk.reason')).fill('Cliente antigo')
    await question.getByRole('button', { name: text('admin', 'desk.act.accept') }).click()
    await page.getByText(text('admin', 'desk.done.accept')).waitFor()
    await soon(bought.status).toBe('completed')
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

  it('the jobs page shows what failed with its error; trying now works it off, discarding takes it away', async () => {
    await shop.sandbox('POST', '/sandbox/api/faults', [
      { provider: 'mail', method: 'DATA', path: '*', times: 50, do: 'status:451' },
    ])
    const first = await buy()
    await soon(first.status).toBe('completed')
    const { page, t: text, context, api } = await staff(shop, desk(), 'jobs')
    const receipts = async () =>
      (await api('/api/admin/jobs?state=retrying&limit=100')).jobs.filter(
        (job: { name: string }) => job.name === 'order.receipt',
      ).length
    await soon(async () => (await receipts()) > 0).toBe(true)
    await page.goto('/admin/jobs?state=retrying')
    const row = rowOf(page, text('admin', 'jobs.kind.order.receipt'))
    await row.getByText(/451/).first().waitFor()
    await shop.sandbox('DELETE', '/sandbox/api/faults')
    // What is tried again by itself before the button is pressed is gone from the list.
    for (let left = await receipts(); left > 0; left = await receipts()) {
      await page.reload()
      const button = row
        .first()
        .getByRole('button', { name: new RegExp(`^${text('admin', 'jobs.retry')}`) })
      const pressed = await button.click({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
      if (pressed) await soon(async () => (await receipts()) < left).toBe(true)
    }
    await shop.sandbox('POST', '/sandbox/api/faults', [
      { provider: 'mail', method: 'DATA', path: '*', times: 50, do: 'status:451' },
    ])
    await soon((await buy()).status).toBe('completed')
    await soon(async () => (await receipts()) > 0).toBe(true)
    await page.getByRole('button', { name: text('admin', 'kit.refresh') }).click()
    const waiting = await receipts()
    await row
      .first()
      .getByRole('button', { name: new RegExp(`^${text('admin', 'jobs.discard')}`) })
      .click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('admin', 'jobs.discard') })
      .click()
    await page.getByText(text('admin', 'jobs.discarded')).waitFor()
    await soon(receipts).toBe(waiting - 1)
    await shop.sandbox('DELETE', '/sandbox/api/faults')
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })
})
