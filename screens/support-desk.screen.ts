import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { refused } from './answers.ts'
import {
  context,
  desk,
  expectAxe,
  full,
  inbox,
  now,
  ticketAddress,
  open,
  part,
  path,
  read,
  said,
  waiting,
} from './support-desk-samples.ts'

describe('the support desk', () => {
  it('lists who waits and since when, the last message, its owner, and the median first answer [P330, P332, P334]', async () => {
    const lines = async (language: Language, name: string) => {
      const screen = await open(desk, [], { language, now })
      const listTexts = await screen.lines(part(screen, name))
      const head = (await screen.lines()).slice(0, 3)
      await expectAxe(screen)
      screen.expectAnswered()

      return [...head, ...listTexts]
    }

    expect(await lines('pt-BR', 'Caixa de entrada')).toEqual([
      'Tickets',
      'Primeira resposta: mediana de 4 min nos últimos 30 dias',
      'Ver como tabela',
      'Abertos',
      '1.012',
      'Meus',
      '3',
      'Sem responsável',
      '9',
      'Fechados',
      '801',
      'Mensagem nova de',
      'Bia Prado',
      'espera há 2 h',
      'Chave não <b>ativa</b>',
      'Diz que já foi usada.',
      'Aguarda resposta',
      'Sem responsável',
      'leolima',
      'cliente há 40 min',
      'TICKET-0041',
      'Equipe: Vou olhar.',
      'Respondido',
      'Dora Equipe',
      'Bia Prado',
      'cliente há 3 dias',
      'Recibo',
      'Diz que já foi usada.',
      'Fechado',
      'Sem responsável',
    ])

    expect(await lines('en-US', 'Inbox')).toEqual([
      'Tickets',
      'First reply: 4 min median in the last 30 days',
      'Show as a table',
      'Open',
      '1,012',
      'Mine',
      '3',
      'Unassigned',
      '9',
      'Closed',
      '801',
      'New message from',
      'Bia Prado',
      'waiting 2 hr',
      'Chave não <b>ativa</b>',
      'Diz que já foi usada.',
      'Needs a reply',
      'Unassigned',
      'leolima',
      'customer 40 min ago',
      'TICKET-0041',
      'Team: Vou olhar.',
      'Answered',
      'Dora Equipe',
      'Bia Prado',
      'customer 3 days ago',
      'Recibo',
      'Diz que já foi usada.',
      'Closed',
      'Unassigned',
    ])
  })

  it('keeps view, search, page and ticket in its address, and explains an empty list [P330]', async () => {
    const screen = await open(`${desk}&show=mine&page=2`, [
      inbox([waiting], { total: 25, medianResponseSeconds: null }),
    ])
    const asked = () =>
      screen.calls.findLast((call) => call.path === '/api/admin/tickets/inbox')?.query
    await expect.poll(asked).toEqual({ page: '2', limit: '20', view: 'mine' })

    expect(await screen.lines(screen.page.getByRole('navigation', { name: 'Páginas' }))).toEqual([
      'Anterior',
      'Página 2 de 2',
      'Próxima',
    ])

    await screen.page.getByRole('link', { name: /Bia Prado/ }).click()
    await expect
      .poll(() => new URL(screen.page.url()).search)
      .toBe('?view=inbox&show=mine&page=2&ticket=TICKET-0042')
    screen.replies.unshift(inbox([], { medianResponseSeconds: null }))
    await screen.press(/^Sem responsável/)
    const list = part(screen, 'Caixa de entrada')
    await expect
      .poll(async () => (await screen.lines(list)).at(-1))
      .toBe('Todo ticket aberto tem responsável')
    expect(await screen.lines()).toContain('Primeira resposta: nada nos últimos 30 dias')
    await screen.page.getByRole('searchbox').fill('eva')
    await expect.poll(() => asked()?.search).toBe('eva')
    await expect
      .poll(async () => (await screen.lines(list)).slice(-2))
      .toEqual(['Nada corresponde aos filtros', 'Mude a busca ou limpe os filtros.'])
    screen.replies.unshift(refused(adminApi.supportDesk.inbox, 'x'))
    await screen.press(/^Meus/)
    await expect
      .poll(() => screen.lines(list.getByRole('alert')))
      .toEqual(['Erro ao carregar tickets.', 'Tentar novamente'])
    // The page returns to the view that was used last.
    await screen.press('Ver como tabela')
    await expect.poll(() => screen.page.url()).toMatch(/tickets\?view=table$/)
  })

  it('folds what a mail quotes, names what only the mail has, and hands the mail out [F204]', async () => {
    const mail = { history: 'Loja escreveu:\n> Vou olhar.', leftOut: ['IMG_1.heic'], size: 2048 }
    const byMail = said(12, 'Já funcionou.', { channel: 'mail', mail })

    const lines = async (language: Language, conversation: string, rest: string) => {
      const ticket = { ...full, notes: [], messages: [byMail] }
      const screen = await open(ticketAddress, [read(ticket)], { language, now })
      const log = part(screen, conversation).getByRole('log')
      const before = await screen.lines(log)
      await log.getByText(rest).click()
      const after = await screen.lines(log)
      await expectAxe(screen)
      await log.getByRole('button').click()
      const lastListCall = () => screen.calls.at(-1)?.path
      await expect.poll(lastListCall).toBe(`/api/admin/tickets/mails/${byMail.id}`)

      return [before.slice(2), after.slice(before.length)]
    }

    expect(await lines('pt-BR', 'Conversa', 'Mostrar o restante do e-mail')).toEqual([
      [
        'por e-mail',
        'Já funcionou.',
        'Só no e-mail original: IMG_1.heic',
        'Mostrar o restante do e-mail',
      ],
      ['Loja escreveu:', '> Vou olhar.', 'Baixar', 'e-mail-original.eml', '2 kB'],
    ])

    expect(await lines('en-US', 'Conversation', 'Show the rest of the email')).toEqual([
      [
        'by email',
        'Já funcionou.',
        'In the original email only: IMG_1.heic',
        'Show the rest of the email',
      ],
      ['Loja escreveu:', '> Vou olhar.', 'Download', 'original-email.eml', '2 kB'],
    ])
  })

  it('shows a conversation with notes, authors and times, beside its customer and order [P330, P331, P334]', async () => {
    const lines = async (language: Language, conversation: string, beside: string) => {
      const screen = await open(ticketAddress, [], { language, now })
      const conversationTexts = await screen.lines(part(screen, conversation))
      const aside = screen.page.getByRole('complementary', { name: beside })
      const others = await screen.lines(aside)
      const links = await aside
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))

      expect(links).toEqual([
        '/admin/users/11111111-0000-4000-8000-000000000008',
        '/admin/orders?search=ORD-001226',
      ])

      // The read mark is sent once.
      expect(screen.sent('PUT', `${path}/seen`)).toEqual([{ messageId: full.messages[2]!.id }])
      await expectAxe(screen)
      screen.expectAnswered()

      return [conversationTexts, others]
    }

    expect(await lines('pt-BR', 'Conversa', 'Cliente e pedido')).toEqual([
      [
        'Chave não <b>ativa</b>',
        'Aguarda resposta',
        'TICKET-0042',
        'Bia Prado',
        'espera há 1 h',
        '1ª resposta em 4 min',
        'Sem responsável',
        'Assumir',
        'Bia Prado',
        '03/02/2026, 14:05',
        'pela loja',
        'Diz que já foi usada.',
        'Baixar',
        'log.txt',
        '6 bytes',
        'Dora Equipe · equipe',
        '03/02/2026, 14:09',
        'pela loja',
        'Vou olhar.',
        'Dora Equipe · equipe',
        '03/02/2026, 14:10',
        'Nota interna',
        'Parece o caso do <i>TICKET-0003</i>.',
        'Bia Prado',
        '03/02/2026, 14:30',
        'pelo Discord',
        'Obrigada!',
        'Responder',
        'Nota interna',
        'Fechar ticket',
        'Responder e fechar',
        'Enviar',
      ],
      [
        'Cliente',
        'Bia Prado',
        'bia@exemplo.test',
        'Banido: estorno duas vezes',
        'Cliente desde',
        '6 de set. de 2025',
        'Pedidos',
        '7',
        'Total pago',
        'R$ 1.509,27',
        'Licenças ativas',
        '5',
        'Discord',
        '123456789012345678',
        'Pedido',
        'ORD-001226',
        'Concluído',
        '2 × Vigia HUD',
        'Total',
        'R$ 49,80',
        'Feito em',
        'ontem 09:00',
        'PIX',
        'Reembolsada',
        'Outros tickets',
        'Nota fiscal',
        'TICKET-0005 · Aberto · 10 de jan. de 2026',
        'Outra coisa',
        'TICKET-0003 · Fechado · 9 de jan. de 2026',
      ],
    ])

    expect(await lines('en-US', 'Conversation', 'Customer and order')).toEqual([
      [
        'Chave não <b>ativa</b>',
        'Needs a reply',
        'TICKET-0042',
        'Bia Prado',
        'waiting 1 hr',
        'first reply in 4 min',
        'Unassigned',
        'Assign to me',
        'Bia Prado',
        '2/3/26, 2:05 PM',
        'from the shop',
        'Diz que já foi usada.',
        'Download',
        'log.txt',
        '6 bytes',
        'Dora Equipe · team',
        '2/3/26, 2:09 PM',
        'from the shop',
        'Vou olhar.',
        'Dora Equipe · team',
        '2/3/26, 2:10 PM',
        'Internal note',
        'Parece o caso do <i>TICKET-0003</i>.',
        'Bia Prado',
        '2/3/26, 2:30 PM',
        'on Discord',
        'Obrigada!',
        'Reply',
        'Internal note',
        'Close ticket',
        'Reply and close',
        'Send',
      ],
      [
        'Customer',
        'Bia Prado',
        'bia@exemplo.test',
        'Banned: estorno duas vezes',
        'Customer since',
        'Sep 6, 2025',
        'Orders',
        '7',
        'Total paid',
        'R$ 1.509,27',
        'Active licences',
        '5',
        'Discord',
        '123456789012345678',
        'Order',
        'ORD-001226',
        'Completed',
        '2 × Vigia HUD',
        'Total',
        'R$49.80',
        'Ordered',
        'yesterday 9:00 AM',
        'PIX',
        'Refunded',
        'Other tickets',
        'Nota fiscal',
        'TICKET-0005 · Open · Jan 10, 2026',
        'Outra coisa',
        'TICKET-0003 · Closed · Jan 9, 2026',
      ],
    ])
  })

  it('opens the other ticket that is pressed, not the first of them', async () => {
    const screen = await open(ticketAddress)
    await screen.press(/^Outra coisa/)
    await expect
      .poll(() => new URL(screen.page.url()).searchParams.get('ticket'))
      .toBe('TICKET-0003')
  })

  it('shows one column at a time on a phone, with ways back, and nothing beside the screen [P330]', async () => {
    const screen = await open(desk, [], { width: 360 })
    const { page } = screen

    const shown = async () => {
      const all = ['Caixa de entrada', 'Conversa', 'Cliente e pedido']
      const visible = await Promise.all(
        all.map((label) => page.locator(`main [aria-label="${label}"]:not(button)`).isVisible()),
      )
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0)

      return all.filter((_, i) => visible[i])
    }

    await expect.poll(shown).toEqual(['Caixa de entrada'])
    await page.getByRole('link', { name: /Bia Prado.*ativa/ }).click()
    await expect.poll(shown).toEqual(['Conversa'])
    await page.getByRole('button', { name: 'Cliente e pedido' }).click()
    await expect.poll(shown).toEqual(['Cliente e pedido'])
    await expectAxe(screen)
    await screen.press('Voltar à conversa')
    await expect.poll(shown).toEqual(['Conversa'])
    await expectAxe(screen)
    await screen.press('Voltar à lista')
    await expect.poll(shown).toEqual(['Caixa de entrada'])
    await page.goBack()
    await expect.poll(shown).toEqual(['Conversa'])
  })

  it('says that a ticket is gone and leaves what was typed; one that never was is said too [P330]', async () => {
    const missing = refused(adminApi.tickets.read, 'x', 404, 'ticket.not_found')
    const screen = await open(ticketAddress, [
      refused(adminApi.tickets.answer, 'Ticket não encontrado.', 404, 'ticket.not_found'),
    ])
    const box = screen.page.getByLabel('Responder ao cliente')
    await box.fill('Ainda aqui.')
    screen.replies.unshift(missing)
    await screen.press('Enviar')

    await expect
      .poll(() => screen.page.getByRole('alert').allTextContents())
      .toEqual([
        'Este ticket foi excluído. O que você digitou continua aqui para copiar.',
        'Ticket não encontrado.',
      ])

    expect(await box.inputValue()).toBe('Ainda aqui.')

    const none = await open(`${desk}&ticket=TICKET-9999`, [
      missing,
      refused(adminApi.supportDesk.context, 'x', 404),
    ])

    await expect
      .poll(() => none.lines(part(none, 'Conversa')))
      .toEqual(['Este ticket não existe mais'])
    expect(
      await none.lines(none.page.getByRole('complementary', { name: 'Cliente e pedido' })),
    ).toEqual(['Os dados do cliente não puderam ser carregados.', 'Tentar novamente'])
  })

  it('shows a person that only the chat knows without figures [P330]', async () => {
    const stranger = {
      id: null,
      name: 'leolima',
      email: null,
      discordId: '876543210987654321',
      language: null,
      since: null,
      orders: 0,
      paid: 0,
      licences: 0,
      banned: false,
      banReason: null,
    }

    const screen = await open(ticketAddress, [
      context({ customer: stranger, order: null, tickets: [] }),
    ])
    expect(
      await screen.lines(screen.page.getByRole('complementary', { name: 'Cliente e pedido' })),
    ).toEqual(['Cliente', 'leolima', 'Sem conta na loja: fala pelo Discord.'])
  })
})
