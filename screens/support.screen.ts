import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

type Head = Body<typeof api.support.list>['tickets'][number]
type Ticket = Body<typeof api.support.read>['ticket']
const order = { ...ids(40), number: 'ORD-001226', products: ['Vigia HUD', 'Meridiano'] }

const head: Head = {
  ...ids(1),
  ticketId: 'TICKET-0042',
  subject: 'Chave <b>não</b> ativa',
  status: 'open',
  source: 'shop',
  order: { id: order.id, number: order.number, products: order.products },
  lastFrom: 'staff',
  lastAt: '2026-02-03T17:20:00.000Z',
  unread: true,
  createdAt: '2026-02-03T17:05:00.000Z',
  closedAt: null,
  reopenUntil: null,
  chatUrl: null,
}

const waiting: Head = {
  ...head,
  ...ids(2),
  ticketId: 'TICKET-0041',
  subject: '',
  order: null,
  lastFrom: 'customer',
  lastAt: '2026-02-02T12:00:00.000Z',
  unread: false,
}

const closed: Head = {
  ...waiting,
  ...ids(3),
  ticketId: 'TICKET-0040',
  subject: 'Recibo',
  status: 'closed',
  closedAt: '2026-02-02T12:00:00.000Z',
  reopenUntil: '2026-02-16T12:00:00.000Z',
}

const file = (n: number, name: string, type: string, size: number) => ({
  id: ids(n).id,
  url: null,
  name,
  type,
  size,
})

const pdf = file(21, 'recibo.pdf', 'application/pdf', 123_456)

const ticket: Ticket = {
  ...head,

  messages: [
    {
      id: ids(11).id,
      author: 'customer',
      name: 'Ana Souza',
      channel: 'shop',
      text: 'Diz que já foi usada.\n<script>alert(1)</script>',
      files: [pdf],
      mail: null,
      createdAt: '2026-02-03T17:05:00.000Z',
    },
    {
      id: ids(12).id,
      author: 'staff',
      name: 'Dora',
      channel: 'discord',
      text: 'Vou olhar.',
      files: [],
      mail: null,
      createdAt: '2026-02-03T17:20:00.000Z',
    },
  ],
}

const listed = (...tickets: Head[]) =>
  on(api.support.list, {
    success: true,
    tickets,
    unread: 1,
    total: tickets.length,
    pagination: onePage(tickets.length),
  })

const read = (given: Ticket): Answer => on(api.support.read, { success: true, ticket: given })

const bought: Body<typeof api.orders.list>['orders'][number] = {
  ...ids(40),
  orderNumber: 'ORD-001226',
  status: 'completed',
  createdAt: '2026-02-01T17:05:00.000Z',
  totalAmount: 24.9,
  subtotal: 24.9,
  discount: 0,
  currency: 'BRL',
  paymentMethod: 'pix',

  products: [
    {
      ...ids(41),
      variantId: ids(41).id,
      variantName: '',
      name: 'Vigia HUD',
      quantity: 1,
      price: 24.9,
      image: null,
      color: '#3b82f6',
      onSale: true,
    },
  ],

  units: [],
  licenses: [],
  pendingUnits: 0,
  timeline: [],
  openUntil: null,
  withdrawal: null,
}

const ownOrders = on(api.orders.list, {
  success: true,
  orders: [bought],
  data: [bought],
  totalSpent: 24.9,
  pagination: onePage(1),
})

const seenAnswer = on(api.support.seen, { success: true })

const open = (path: string, replies: readonly Answer[], given: Given = {}) =>
  show(path, { as: { role: 'client' }, ...given, replies: [...replies, ownOrders, seenAnswer] })

const path = '/dashboard/support'
const one = `${path}/TICKET-0042`

const expectAxe = async (screen: Screen) =>
  expect(
    (await new AxeBuilder({ page: screen.page }).analyze()).violations.map(({ id }) => id),
  ).toEqual([])

const kept = (screen: Screen) =>
  screen.page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('supportDraft_'))
      .map(([, text]) => (JSON.parse(text) as { text: string }).text),
  )

describe('the support of the shop', () => {
  it('lists own tickets with subject, number, order, state and who spoke last [P160]', async () => {
    const lines = async (language: Language) => {
      const screen = await open(path, [listed(head, waiting, closed)], { language })
      await expect.poll(async () => (await screen.lines()).length).toBeGreaterThan(10)
      const texts = await screen.lines()
      await expectAxe(screen)

      return texts
    }

    expect(await lines('pt-BR')).toEqual([
      'Voltar ao painel',
      'Suporte',
      'Novo ticket',
      'Chave <b>não</b> ativa',
      'Resposta nova',
      'Respondido',
      'TICKET-0042 · ORD-001226',
      'A equipe respondeu em 03/02/2026, 14:20',
      'Sem assunto',
      'Aguardando a equipe',
      'TICKET-0041',
      'Última mensagem sua em 02/02/2026, 09:00',
      'Recibo',
      'Fechado',
      'TICKET-0040',
      'Última mensagem sua em 02/02/2026, 09:00',
    ])

    expect(await lines('en-US')).toEqual([
      'Back to the dashboard',
      'Support',
      'New ticket',
      'Chave <b>não</b> ativa',
      'New answer',
      'Answered',
      'TICKET-0042 · ORD-001226',
      'The team answered 2/3/26, 2:20 PM',
      'No subject',
      'Waiting for the team',
      'TICKET-0041',
      'Your last message 2/2/26, 9:00 AM',
      'Recibo',
      'Closed',
      'TICKET-0040',
      'Your last message 2/2/26, 9:00 AM',
    ])
  })

  it('says that there is none yet and how to begin, and that they could not be loaded [P160]', async () => {
    const screen = await open(path, [listed()])

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Voltar ao painel',
        'Suporte',
        'Nenhum ticket ainda',
        'Algo não funciona ou ficou uma dúvida? Conte aqui: a equipe responde nesta página e por e-mail.',
        'Novo ticket',
      ])

    const broken = await open(path, [refused(api.support.list, 'x')])
    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['Os tickets não puderam ser carregados.', 'Tentar novamente'])
  })

  it('says that a ticket could not be loaded, in both languages, and leads back to the others [P160]', async () => {
    const lost = refused(api.support.read, 'x', 404, 'ticket.not_found')
    const screen = await open(one, [lost])

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Suporte',
        'TICKET-0042',
        'Este ticket não pôde ser carregado. Ele pode não ser seu ou não existir mais.',
        'Tentar novamente',
      ])

    screen.replies.unshift(read(ticket))
    await screen.press('Tentar novamente')
    await screen.page.getByRole('heading', { name: 'Chave <b>não</b> ativa' }).waitFor()
    const inEnglish = await open(one, [lost], { language: 'en-US', width: 360 })

    await expect
      .poll(() => inEnglish.lines())
      .toEqual([
        'Support',
        'TICKET-0042',
        "We couldn't load this ticket. It may not be yours, or may no longer exist.",
        'Try again',
      ])

    await inEnglish.page.getByRole('main').getByRole('link', { name: 'Support' }).click()
    await expect.poll(() => new URL(inEnglish.page.url()).pathname).toBe(path)
  })

  it('takes a new ticket about the order that a link named, with files, and says what is missing [P160, P162]', async () => {
    const screen = await open(`${path}?order=ORD-001226`, [
      on(api.support.upload, { success: true, file: pdf as never }),
      on(api.support.open, { success: true, ticket }),
      read(ticket),
    ])

    const { page } = screen
    await expect.poll(() => page.getByLabel('Pedido (opcional)').inputValue()).toBe('ORD-001226')
    await expect
      .poll(() => page.getByRole('main').getByRole('option').allTextContents())
      .toEqual(['Nenhum pedido em especial', 'ORD-001226 · Vigia HUD'])
    await screen.press('Abrir ticket')
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual(['Diga em poucas palavras do que se trata.', 'Escreva o que aconteceu.'])
    await page.getByLabel('Assunto').fill('Chave não ativa')
    await page.getByLabel('Mensagem').fill('Diz que já foi usada.')

    await page.locator('input[type=file]').setInputFiles({
      name: 'recibo.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })

    await expect
      .poll(() => screen.lines(page.getByRole('list', { name: 'Arquivos' })))
      .toEqual(['recibo.pdf'])
    await expectAxe(screen)
    await screen.press('Abrir ticket')
    await expect.poll(() => new URL(page.url()).pathname).toBe(one)

    expect(screen.sent('POST', '/api/users/tickets')).toEqual([
      {
        clientId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        subject: 'Chave não ativa',
        text: 'Diz que já foi usada.',
        order: 'ORD-001226',
        files: [pdf.id],
      },
    ])

    await expect.poll(() => kept(screen)).toEqual([])
  })

  it('keeps typed text after a refusal or reload, and retries under the same name [P161, P168]', async () => {
    const screen = await open(one, [
      refused(api.support.say, 'Você enviou muitas mensagens nesta hora.', 429),
      read(ticket),
    ])

    const { page } = screen
    const box = page.getByLabel('Escreva uma mensagem')
    await box.fill('Ainda não funciona')
    await screen.press('Enviar')
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual(['Você enviou muitas mensagens nesta hora.'])
    expect(await box.inputValue()).toBe('Ainda não funciona')
    await page.reload()
    await screen.atRest()
    await expect.poll(() => box.inputValue()).toBe('Ainda não funciona')
    await screen.press('Enviar')
    const sends = () => screen.sent('POST', `/api/users/tickets/${ticket.id}/messages`) as any[]
    await expect.poll(() => sends().length).toBe(2)
    expect(sends()[1]).toEqual(sends()[0])
    await box.fill('Outra coisa')
    screen.replies.unshift(on(api.support.say, { success: true, ticket }))
    await screen.press('Enviar')
    await expect.poll(() => box.inputValue()).toBe('')
    expect(sends()[2].clientId).not.toBe(sends()[0].clientId)
    await expect.poll(() => kept(screen)).toEqual([])
  })

  it('shows who wrote when and by which channel, as plain text with files, and marks it read [P160, P169]', async () => {
    const lines = async (language: Language) => {
      const screen = await open(one, [read(ticket)], { language, width: 360 })
      await expect
        .poll(() => screen.sent('PUT', `/api/users/tickets/${ticket.id}/seen`))
        .toEqual([{ messageId: ids(12).id }])
      await expectAxe(screen)
      const sideways = await screen.page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(sideways).toBeLessThanOrEqual(0)
      // On a phone the reply box is at the bottom of the screen.
      const foot = await screen.page.getByRole('textbox').boundingBox()
      expect(foot!.y + foot!.height).toBeLessThanOrEqual(740)
      expect(foot!.y).toBeGreaterThan(600)

      return screen.lines()
    }

    expect(await lines('pt-BR')).toEqual([
      'Suporte',
      'Fechar ticket',
      'Chave <b>não</b> ativa',
      'Respondido',
      'TICKET-0042 · ORD-001226 · Vigia HUD, Meridiano',
      'Você',
      '03/02/2026, 14:05',
      'Diz que já foi usada.',
      '<script>alert(1)</script>',
      'Baixar',
      'recibo.pdf',
      '123,5 kB',
      'Dora · equipe',
      '03/02/2026, 14:20',
      'pelo Discord',
      'Vou olhar.',
      'Escreva uma mensagem',
    ])

    expect(await lines('en-US')).toEqual([
      'Support',
      'Close ticket',
      'Chave <b>não</b> ativa',
      'Answered',
      'TICKET-0042 · ORD-001226 · Vigia HUD, Meridiano',
      'You',
      '2/3/26, 2:05 PM',
      'Diz que já foi usada.',
      '<script>alert(1)</script>',
      'Download',
      'recibo.pdf',
      '123.5 kB',
      'Dora · team',
      '2/3/26, 2:20 PM',
      'on Discord',
      'Vou olhar.',
      'Write a message',
    ])
  })

  it('is closed and says until when; a message reopens it, and later begins a new one [P164, P335]', async () => {
    const over = { ...ticket, ...closed, ...ids(1), messages: ticket.messages }

    const screen = await open(
      one,
      [on(api.support.setStatus, { success: true, ticket: over }), read(ticket)],
      { now: '2026-02-05T12:00:00.000Z' },
    )

    await screen.press('Fechar ticket')
    await expect.poll(() => screen.toast()).toBe('Ticket fechado.')

    await expect
      .poll(async () => (await screen.lines()).slice(-4))
      .toEqual([
        'Este ticket está fechado. Escreva aqui até 16 de fev. de 2026 para reabri-lo.',
        'Reabrir ticket',
        'Escreva uma mensagem',
        'Enviar',
      ])

    expect(screen.sent('PATCH', `/api/users/tickets/${ticket.id}/status`)).toEqual([
      { status: 'closed' },
    ])
    screen.replies.unshift(on(api.support.say, { success: true, ticket }))
    await screen.page.getByLabel('Escreva uma mensagem').fill('Voltou a falhar.')
    await screen.press('Enviar')
    await expect.poll(() => screen.lines()).not.toContain('Reabrir ticket')
    expect(screen.sent('POST', `/api/users/tickets/${ticket.id}/messages`)).toMatchObject([
      { text: 'Voltou a falhar.' },
    ])

    const late = await open(one, [read({ ...over, order: ticket.order })], {
      language: 'en-US',
      now: '2026-03-05T12:00:00.000Z',
    })

    await expect
      .poll(async () => (await late.lines()).slice(-2))
      .toEqual(['This ticket is closed. To continue, open a new one.', 'New ticket'])
    const next = late.page.getByRole('main').getByRole('link', { name: 'New ticket' })
    expect(await next.getAttribute('href')).toBe('/dashboard/support?order=ORD-001226')
  })

  it('folds what a mail of one’s own quotes, and hands the mail out [F204]', async () => {
    const mail = { history: 'Loja escreveu:', leftOut: [], size: 2048 }
    const byMail = { ...ticket.messages[0]!, channel: 'mail' as const, files: [], mail }
    const screen = await open(one, [read({ ...ticket, messages: [byMail] })])
    await screen.page.getByText('Mostrar o restante do e-mail').click()
    expect(await screen.lines(screen.page.getByRole('log'))).toContain('Loja escreveu:')
    await screen.page.getByRole('log').getByRole('button').click()
    const lastListCall = () => screen.calls.map((call) => call.path)
    await expect.poll(lastListCall).toContain(`/api/users/tickets/mails/${byMail.id}`)
  })

  it('says which file is too large or one too many, and leaves the others [P162]', async () => {
    const screen = await open(one, [
      on(api.support.upload, { success: true, file: pdf as never }),
      read(ticket),
    ])

    const { page } = screen

    const give = (name: string, size: number) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.alloc(size, 'a'),
    })

    await page.locator('input[type=file]').setInputFiles([give('grande.txt', 5_242_881)])
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual(['grande.txt: o arquivo passa de 5 MB.'])
    await screen.press('Dispensar o aviso sobre grande.txt')
    await page
      .locator('input[type=file]')
      .setInputFiles(Array.from({ length: 6 }, (_, n) => give(`${n}.txt`, 3)))
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual(['Uma mensagem leva até 5 arquivos. Os demais ficaram de fora.'])
  })

  it('is announced by the bell, which leads there [P169]', async () => {
    const screen = await open('/terms', [
      on(api.support.unread, { success: true, unread: 2 }),
      listed(head),
    ])

    const bell = screen.page.getByRole('banner').locator('[data-badge]')
    await expect.poll(() => bell.textContent()).toBe('2')
    await bell.locator('xpath=..').click()
    const link = screen.dialog().getByRole('link')
    await expect.poll(() => link.textContent()).toBe('A equipe respondeu a 2 tickets seus')
    await link.click()
    await expect.poll(() => new URL(screen.page.url()).pathname).toBe(path)
  })
})
