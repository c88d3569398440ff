import type { Language } from '@chaveiro/contracts/limits'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { launchBrowser } from './browser.ts'
import { fillCart } from './fill-cart.ts'
import { openMoneyShop, type Cell, type Member } from './money-shop.ts'
import { signIn } from './routes.ts'
import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'
import { texts } from './texts.ts'

const t = texts('pt-BR')

const zone = { timeZone: 'America/Sao_Paulo' } as const

/** A time as the back office shows it in each language, in the shop's time zone. */
const moments = (time: string | number): Record<Language, string> => {
  const at = new Date(time)
  const now = new Date()

  const part = (language: Language, options: Intl.DateTimeFormatOptions, of = at) =>
    new Intl.DateTimeFormat(language, { ...zone, ...options })
      .format(of)
      .replace(/[.\u202f]/g, (sign) => (sign === '.' ? '' : ' '))

  const dayOf = (of: Date) => part('pt-BR', { dateStyle: 'short' }, of)
  const year = part('pt-BR', { year: 'numeric' })
  const isThisYear = year === part('pt-BR', { year: 'numeric' }, now)
  const [clock, clockEnglish] = (['pt-BR', 'en-US'] as const).map((language) =>
    part(language, { timeStyle: 'short' }),
  )

  const day = part('pt-BR', { day: 'numeric' })
  const [month, monthEnglish] = (['pt-BR', 'en-US'] as const).map((language) =>
    part(language, { month: 'short' }),
  )

  if (dayOf(at) === dayOf(now))
    return { 'pt-BR': `hoje ${clock}`, 'en-US': `today ${clockEnglish}` }

  return {
    'pt-BR': `${day} ${month} ${isThisYear ? '' : `${year} `}${clock}`,
    'en-US': `${monthEnglish} ${day}, ${isThisYear ? '' : `${year}, `}${clockEnglish}`,
  }
}

/** The visible text of an element as lines. */
const linesIn = (text: string): string[] =>
  text
    .replace(/[\u00a0\u202f]/g, ' ')
    .split(/[\n\t]+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The texts in an order's row, without the last cell (time of the last change, buttons). */
async function rowLines(page: Page, order: string): Promise<string[]> {
  await rowOf(page, order).waitFor()
  const cells = await rowOf(page, order).getByRole('cell').allInnerTexts()

  return cells.slice(0, -1).flatMap(linesIn)
}

describe('the desk on screen', () => {
  let money: Awaited<ReturnType<typeof openMoneyShop>>
  let browser: Browser

  beforeAll(async () => {
    money = await openMoneyShop()
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await money?.close()
  })

  /** A staff member's browser, whose clock follows the shop's clock, which the cases moved. */
  const staffPage = async (language?: Language) => pageOf(await money.admin(), 'admin', language)

  async function pageOf(
    { token, userId, name, email }: Member,
    role: 'admin' | 'client',
    language: Language = 'pt-BR',
  ): Promise<Page> {
    const context = await browser.newContext({
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      locale: language,
      timezoneId: 'America/Sao_Paulo',
      baseURL: money.server.origin,
      viewport: { width: 1280, height: 900 },
    })

    await context.addInitScript(
      (kept) => {
        localStorage.setItem('accessToken', kept.token)
        localStorage.setItem('userData', JSON.stringify(kept.user))
      },
      { token, user: { id: userId, _id: userId, name, email, role } },
    )

    return context.newPage()
  }

  it('a card dispute with its deadline is answered and won, and the licence works again [F105, F106]', async () => {
    const sale = await money.sale('card', 'Iara Compradora', 'Suíte Contestada', 12_980)

    const dispute = await sale.contest({
      status: 'created',
      amount: '30.00',
      reason: 'product_not_received',
    })

    const due = moments(dispute.evidence_details.due_by * 1000)
    const english = await staffPage('en-US')
    await english.goto('/admin/desk')

    expect(await rowLines(english, sale.order)).toEqual([
      `${sale.order} · Suíte Contestada`,
      'Iara Compradora · Card',
      'Disputed',
      'The buyer disputed the payment. The licences are suspended until it’s decided.',
      'Disputed',
      'Disputed R$30.00, taken R$30.00',
      'Reason: Product not received',
      `Respond by ${due['en-US']}`,
      '1 of 1 delivered',
      'Completed',
    ])

    await english.context().close()
    const page = await staffPage()
    await page.goto('/admin/desk')

    expect(await rowLines(page, sale.order)).toEqual([
      `${sale.order} · Suíte Contestada`,
      'Iara Compradora · Cartão',
      'Contestado',
      'O comprador contestou o pagamento. As licenças estão suspensas até a decisão.',
      'Em disputa',
      'Contestado R$ 30,00, tomado R$ 30,00',
      'Motivo: Produto não recebido',
      `Responder até ${due['pt-BR']}`,
      '1 de 1 entregue',
      'Concluído',
    ])

    const buyer = await pageOf(await sale.again(), 'client')
    await buyer.goto('/dashboard/orders')
    await buyer
      .getByText('Suíte Contestada: Esta licença está suspensa. Fale com o suporte.')
      .waitFor()
    expect(await buyer.getByRole('list', { name: /^Chaves de / }).count()).toBe(0)
    await page.goto(`/admin/desk/${sale.id}`)
    const casePage = page.getByRole('main')
    await casePage.getByRole('heading', { name: `Pagamento do pedido ${sale.order}` }).waitFor()
    const acts = casePage.getByRole('group', { name: 'O que pode ser feito' }).getByRole('button')
    await acts.first().waitFor()
    expect(await acts.allTextContents()).toEqual(['Encerrar'])

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      casePage.getByRole('button', { name: 'Dossiê de provas (PDF)' }).click(),
    ])

    expect(file.suggestedFilename()).toBe(`provas-${sale.order}.pdf`)
    await sale.contest({ status: 'submitted' })
    await sale.contest({ status: 'won' })
    await page.reload()
    await casePage
      .getByText('O que foi contestado foi decidido a favor da loja. As licenças valem.')
      .waitFor()
    expect(await casePage.getByText(/^(Ganha|Em disputa)$/).allTextContents()).toEqual(['Ganha'])
    await casePage.getByText('Contestado R$ 30,00, tomado R$ 0,00').waitFor()
    expect(await casePage.getByText('Responder até').count()).toBe(0)
    expect(await casePage.getByRole('listitem').locator('.font-medium').allTextContents()).toEqual(
      expect.arrayContaining(['Pagamento em disputa', 'Disputa ganha', 'Dossiê de provas gerado']),
    )
    await acts.getByText('Encerrar').click()
    const question = page.getByRole('alertdialog')
    await question.getByLabel('Motivo').fill('Ganha no banco')
    await question.getByRole('button', { name: 'Encerrar' }).click()
    await page.getByText('Caso encerrado.').waitFor()
    await page.goto('/admin/desk?state=done')

    expect((await rowLines(page, sale.order)).slice(4)).toEqual([
      'Ganha',
      'Contestado R$ 30,00, tomado R$ 0,00',
      'Motivo: Produto não recebido',
      '1 de 1 entregue',
      'Concluído',
    ])

    await buyer.reload()
    const keys = buyer.getByRole('list', { name: 'Chaves de Suíte Contestada', exact: true })
    await expect.poll(() => keys.getByRole('listitem').count()).toBe(1)
    expect(await buyer.getByText('Esta licença está suspensa').count()).toBe(0)
    await Promise.all([page.context().close(), buyer.context().close()])
  })

  it('a PIX fraud report (MED) is defended; when the bank accepts it, the order is refunded [F104]', async () => {
    const sale = await money.sale('pix', 'Caio Pagador', 'Antivírus Relatado', 5_000)
    const infraction = await sale.contest({ status: 'ABERTA', tipoSituacao: 'aquisição da conta' })
    const due = moments(infraction.dadosAnalise.prazoFinalizacao)
    const opened = moments(infraction.dadosAnalise.abertura)
    const english = await staffPage('en-US')
    await english.goto(`/admin/desk/${sale.id}`)

    expect(linesIn(await english.getByRole('article').innerText())).toEqual([
      'Open',
      'R$50.00',
      'Refund request',
      'Account taken over',
      `Reported ${opened['en-US']} · Respond by ${due['en-US']}`,
      "The shop's defence",
      'It goes to Efí only once. Say what was delivered and when; the evidence pack helps.',
      'Send defence',
    ])

    await english.context().close()
    const page = await staffPage()
    await page.goto(`/admin/desk/${sale.id}`)
    const report = page.getByRole('article')

    expect(linesIn(await report.innerText())).toEqual([
      'Aberta',
      'R$ 50,00',
      'Solicitação de devolução',
      'Conta invadida',
      `Relatada ${opened['pt-BR']} · Responder até ${due['pt-BR']}`,
      'Defesa da loja',
      'Vai para a Efí uma única vez. Conte o que foi entregue e quando; o dossiê de provas ajuda.',
      'Enviar defesa',
    ])

    await report.getByLabel('Defesa da loja').fill('Chave entregue e vista pelo comprador.')
    await report.getByRole('button', { name: 'Enviar defesa' }).click()
    await page.getByText('Defesa registrada.').waitFor()
    await report.getByText('Defesa enviada · Dora Equipe').waitFor()
    await report.getByText('Chave entregue e vista pelo comprador.').waitFor()
    expect(await report.getByRole('button').count()).toBe(0)
    await page.context().close()
    await sale.contest({ status: 'ACEITA' })
    const later = await staffPage()
    await later.goto('/admin/desk')

    expect(await rowLines(later, sale.order)).toEqual([
      `${sale.order} · Antivírus Relatado`,
      'Caio Pagador · PIX',
      'Contestado',
      'Contestação perdida: recebido R$ 50,00, tomado de volta R$ 50,00.',
      'Perdida',
      'Contestado R$ 50,00, tomado R$ 50,00',
      'Devolvido: R$ 50,00.',
      '0 de 1 entregue',
      'Devolvido',
    ])

    await later.goto(`/admin/desk/${sale.id}`)
    await later.getByRole('article').getByText('Aceita: o banco devolve', { exact: true }).waitFor()
    await later.context().close()
    const buyer = await pageOf(await sale.again(), 'client')
    await buyer.goto('/dashboard/orders')
    await buyer.getByText('Reembolsado', { exact: true }).first().waitFor()
    const story = buyer.getByRole('list', { name: 'O que aconteceu com o pedido' })
    await story.getByText('Reembolsado', { exact: true }).waitFor()
    expect(await buyer.getByRole('list', { name: /^Chaves de / }).count()).toBe(0)
    await buyer.context().close()
  })

  it('every cell of the matrix has its named state and exactly the legal acts [R007]', async () => {
    const made: { cell: Cell; id: string; order: string }[] = []

    // Pending payments come last, since the other cells move the clock past their expiry.
    for (const cell of money.matrix.toSorted(
      (a, b) => Number(a.status === 'pending') - Number(b.status === 'pending'),
    )) {
      const id = await cell.make(money.server)

      const {
        rows: [row],
      } = await money.server.app.pool.query(
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
        // An order that was paid by PIX and by card has a row in both lists, so it is left out
        // here.
        const row = listed[state].find((text) => text.includes(order))
        if (cell.event !== 'double' || cell.method !== 'stripe')
          expect(row !== undefined, `${name} ${state}`).toBe(state === cell.state)
        if (state !== cell.state) continue

        expect(row, name).toContain(t('admin', `desk.kind.${cell.kind!}`))
        expect(row, name).toContain(t('admin', `desk.is.${cell.status}`))

        expect(row, name).toContain(
          cell.units
            ? t('admin', `desk.deliveredOf_${cell.units === 1 ? 'one' : 'other'}`, {
                done: cell.delivered,
                all: cell.units,
              })
            : t('admin', 'desk.nothingYet'),
        )
      }

      await page.goto(`/admin/desk/${id}`)
      const casePage = page.getByRole('main')
      await casePage.getByRole('heading', { name: t('admin', 'desk.caseOf', { order }) }).waitFor()

      const acts = await casePage
        .getByRole('group', { name: t('admin', 'desk.actions') })
        .getByRole('button')
        .allTextContents()

      expect(acts.toSorted(), name).toEqual(
        cell.actions
          .filter((action) => action !== 'note')
          .map((action) => t('admin', `desk.act.${action}`))
          .toSorted(),
      )

      expect(await casePage.getByRole('button', { name: t('admin', 'desk.addNote') }).count()).toBe(
        1,
      )
    }

    await page.context().close()
  })

  it('a late payment is delivered after a question, once there is stock again [R007]', async () => {
    const cell = money.matrix.find(
      ({ event, method, stock }) => event === 'late' && method === 'pix' && !stock,
    )!
    const id = await cell.make(money.server)

    const {
      rows: [order],
    } = await money.server.app.pool.query(
      `update stock_keys set status = 'available'
        from order_units u join payments p on p.order_id = u.order_id join orders o on o.id = u.order_id
        where p.id = $1 and stock_keys.variant_id = u.variant_id
        returning o.number, o.customer_name as name`,
      [id],
    )

    const page = await staffPage()
    await page.goto(`/admin/desk/${id}`)
    const act = page.getByRole('main').getByRole('button', { name: 'Entregar', exact: true })
    await act.click()
    const question = page.getByRole('alertdialog', { name: `Entregar o pedido ${order.number}?` })

    await question
      .getByText(
        `${order.name} recebe agora as chaves que faltam, do estoque. Uma chave entregue não volta ao estoque.`,
      )
      .waitFor()

    await question.getByRole('button', { name: 'Cancelar' }).click()
    await act.click()
    await question.getByRole('button', { name: 'Entregar', exact: true }).click()
    await page.getByText('Entregue.', { exact: true }).waitFor()
    await act.waitFor({ state: 'detached' })
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

  it('a buyer sees a refund from the desk; the case shows its whole story and evidence', async () => {
    const bought = await buy()
    await soon(bought.status).toBe('completed')

    const {
      page,
      t: text,
      context,
      complaints,
      api,
    } = await staff(shop, desk(), `desk/${bought.id}`)

    const casePage = page.getByRole('main')
    await casePage.getByLabel(text('admin', 'desk.note')).fill('Pediu por telefone')
    await casePage.getByRole('button', { name: text('admin', 'desk.addNote') }).click()

    await casePage
      .getByText('Pediu por telefone', { exact: true })
      .and(page.locator('span'))
      .waitFor()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      casePage.getByRole('button', { name: text('admin', 'desk.evidence') }).click(),
    ])

    expect(file.suggestedFilename()).toMatch(/^provas-ORD-\d+\.pdf$/)
    await casePage
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
      .getByRole('main')
      .getByRole('definition')
      .filter({ hasText: new RegExp(`^${text('admin', 'desk.is.refunded')}$`) })
      .waitFor()

    expect(complaints).toEqual([])
    await context.close()
    const visitor = await visit(shop, phone())
    await bought.buyer.give(visitor.context)
    await visitor.page.goto('/dashboard/orders')

    await visitor.page
      .getByText(visitor.t('account', 'orderStatus.refunded'), { exact: true })
      .first()
      .waitFor()

    await visitor.context.close()
  })

  it('a short payment is accepted with a reason; the badge leads here; a phone needs no scroll', async () => {
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
    await page.goto(`/admin/desk/${bought.id}`)

    await page
      .getByRole('main')
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

  it('the jobs page shows a failed job with its error; staff retry or discard it', async () => {
    await shop.sandbox('POST', '/sandbox/api/faults', [
      { provider: 'mail', method: 'DATA', path: '*', times: 50, do: 'status:451' },
    ])
    const first = await buy()
    await soon(first.status).toBe('completed')
    const { page, t: text, context, api } = await staff(shop, desk(), 'jobs')

    const receiptIds = async (): Promise<string[]> =>
      (await api('/api/admin/jobs?state=retrying&limit=100')).jobs
        .filter((job: { name: string }) => job.name === 'order.receipt')
        .map((job: { id: string }) => job.id)

    const receipts = async () => (await receiptIds()).length
    await soon(async () => (await receipts()) > 0).toBe(true)
    await page.goto('/admin/jobs?state=retrying')
    const row = rowOf(page, text('admin', 'jobs.kind.order.receipt'))
    await row.getByText(/451/).first().waitFor()
    await shop.sandbox('DELETE', '/sandbox/api/faults')

    // The worker may have retried a job before the press, so its button may be gone.
    for (let remaining = await receipts(); remaining > 0; remaining = await receipts()) {
      await page.reload()
      const button = row
        .first()
        .getByRole('button', { name: new RegExp(`^${text('admin', 'jobs.retry')}`) })

      const pressed = await button.click({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )

      if (pressed) await soon(async () => (await receipts()) < remaining).toBe(true)
    }

    await shop.sandbox('POST', '/sandbox/api/faults', [
      { provider: 'mail', method: 'DATA', path: '*', times: 50, do: 'status:451' },
    ])
    await soon((await buy()).status).toBe('completed')
    await soon(async () => (await receipts()) > 0).toBe(true)
    await page.getByRole('button', { name: text('admin', 'kit.refresh') }).click()
    // A running job may return to the list, so only the jobs that are listed now are counted.
    const waiting = await receiptIds()
    const left = async () => (await receiptIds()).filter((id) => waiting.includes(id)).length

    await row
      .first()
      .getByRole('button', { name: new RegExp(`^${text('admin', 'jobs.discard')}`) })
      .click()

    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('admin', 'jobs.discard') })
      .click()

    await page.getByText(text('admin', 'jobs.discarded')).waitFor()
    await soon(left).toBe(waiting.length - 1)
    await shop.sandbox('DELETE', '/sandbox/api/faults')
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })
})
