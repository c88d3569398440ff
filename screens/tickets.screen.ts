import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'

type Ticket = Body<typeof adminApi.tickets.list>['tickets'][number]

const open: Ticket = {
  ...ids(1),
  ticketId: 'TCK-0042',
  userName: 'biaprado',
  userDiscordId: '123456789012345678',
  userId: null,
  subject: 'Chave não abre',
  status: 'open',
  messageCount: 6,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-04T18:09:00.000Z',
  firstResponseAt: '2026-02-03T17:20:00.000Z',
  closedAt: null,
  chat: 'open',
  chatUrl: 'https://chat.exemplo.test/canal/42',
  source: 'discord',
  order: null,
  lastFrom: 'customer',
}

const closed: Ticket = {
  ...open,
  ...ids(2),
  ticketId: 'TCK-0041',
  userName: 'leolima',
  userDiscordId: '876543210987654321',
  status: 'closed',
  createdAt: '2026-01-09T19:21:00.000Z',
  closedAt: '2026-01-10T19:21:00.000Z',
  chat: 'archiving',
  chatUrl: null,
}

const stuck: Ticket = { ...open, ...ids(3), ticketId: 'TCK-0040', chat: 'failed', chatUrl: null }
const stats = { totalTickets: 1019, openTickets: 218, closedTickets: 801, averageResponseTime: 12 }

const list = (...tickets: Ticket[]) =>
  on(adminApi.tickets.list, {
    success: true,
    tickets,
    data: tickets,
    total: tickets.length,
    pagination: onePage(tickets.length),
  })

const one = (ticket: Ticket) => {
  const full = {
    ...ticket,
    messages: [],
    notes: [],
    assignee: null,
    waitingSince: null,
    responseSeconds: null,
    unread: false,
  }
  return { success: true, ticket: full, data: full } as const
}

/** The transcript is an HTML page, so no contract checks its body. */
const transcript: Answer = {
  route: adminApi.tickets.transcript,
  status: 200,
  body: 'A chave não abre.',
}

const setup: Given = {
  as: { role: 'admin' },
  now: '2026-02-10T12:00:00.000Z',
  replies: [
    list(open, closed, stuck),
    on(adminApi.tickets.stats, { success: true, ...stats, data: stats }),
    transcript,
    on(adminApi.tickets.setStatus, one({ ...open, status: 'closed' })),
    on(adminApi.tickets.remove, { success: true, message: 'ok' }),
  ],
}

const withFirst = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

describe('the tickets of the back office', () => {
  it('show their figures and their rows, every value as it is read [B083, B084]', async () => {
    const screen = await show('/admin/tickets', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total de tickets', '1.019'],
        ['Tickets fechados', '801'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['ID do ticket', 'Usuário', 'Assunto', 'Criado em', 'Ações'],
        [
          'TCK-0042',
          '@biaprado | 123456789012345678',
          'Chave não abre | Aguarda resposta',
          '3 fev 14:05',
          '',
        ],
        [
          'TCK-0041',
          '@leolima | 876543210987654321',
          'Chave não abre | Fechado',
          '9 jan 16:21',
          '',
        ],
        [
          'TCK-0040',
          '@biaprado | 123456789012345678',
          'Chave não abre | Aguarda resposta',
          '3 fev 14:05',
          '',
        ],
      ])

    screen.expectAnswered()
  })

  it('open a transcript with the state of its ticket and of its channel [B086, B087, Q85, Q86]', async () => {
    const read = async (language: Language, view: string, close: string) => {
      const screen = await show('/admin/tickets', { ...setup, language })
      const ticketTexts = []

      for (const { ticketId } of [open, closed, stuck]) {
        await screen.choose(view, ticketId)
        await screen.atRest()
        ticketTexts.push(await screen.lines(screen.dialog()))
        await screen.press(close, screen.dialog())
        await screen.dialog().waitFor({ state: 'hidden' })
      }

      return ticketTexts
    }

    expect(await read('pt-BR', 'Ver transcrição', 'Fechar')).toEqual([
      [
        'Transcrição de TCK-0042',
        'A conversa está acontecendo no Discord; ela aparece aqui quando o ticket fecha. Abrir o canal',
        'Aberto',
        'Fechar ticket',
      ],
      [
        'Transcrição de TCK-0041',
        'A conversa do Discord ainda está sendo guardada.',
        'Fechado',
        'Reabrir ticket',
      ],
      [
        'Transcrição de TCK-0040',
        'O canal deste ticket não pôde ser criado no Discord. Confira as permissões do bot.',
        'Aberto',
        'Fechar ticket',
      ],
    ])

    expect(await read('en-US', 'View transcript', 'Close')).toEqual([
      [
        'Transcript of TCK-0042',
        'The conversation is on Discord; it appears here once the ticket is closed. Open the channel',
        'Open',
        'Close ticket',
      ],
      [
        'Transcript of TCK-0041',
        'The Discord conversation is still being saved.',
        'Closed',
        'Reopen ticket',
      ],
      [
        'Transcript of TCK-0040',
        'The channel for this ticket couldn’t be created on Discord. Check the bot’s permissions.',
        'Open',
        'Close ticket',
      ],
    ])
  })

  it('show the conversation, lead to its channel, and close it [B086, B220, Q85]', async () => {
    const screen = await show('/admin/tickets', setup)
    await screen.choose('Ver transcrição', 'TCK-0042')
    const dialog = screen.dialog('Transcrição de TCK-0042')
    await expect
      .poll(() => dialog.locator('iframe').getAttribute('srcdoc'))
      .toContain('A chave não abre.')
    await expect
      .poll(() => dialog.getByRole('link').getAttribute('href'))
      .toBe('https://chat.exemplo.test/canal/42')
    await screen.press('Fechar ticket', dialog)
    await expect.poll(() => screen.toast()).toBe('Ticket fechado.')
    expect(screen.sent('PATCH', '/api/admin/tickets/TCK-0042/status')).toEqual([
      { status: 'closed' },
    ])
    await expect
      .poll(async () => (await screen.lines(dialog)).slice(-2))
      .toEqual(['Fechado', 'Reabrir ticket'])
    screen.replies.unshift(refused(adminApi.tickets.setStatus, 'O canal sumiu.', 409))
    await screen.press('Reabrir ticket', dialog)
    await expect
      .poll(() => screen.lines(dialog.getByRole('alert')))
      .toEqual(['Erro ao mudar a situação do ticket. O canal sumiu.'])
  })

  it('are answered at the desk, linked from a row and the button; the last view shows again [P330]', async () => {
    const screen = await show('/admin/tickets', {
      ...setup,
      replies: [
        on(adminApi.supportDesk.inbox, {
          success: true,
          tickets: [],
          total: 0,
          pagination: onePage(0),
          counts: { open: 0, mine: 0, unassigned: 0, closed: 0 },
          medianResponseSeconds: null,
        }),
        on(adminApi.tickets.read, one(open)),
        ...setup.replies!,
      ],
    })

    await screen.press('Conversa: TCK-0042')
    await expect.poll(() => new URL(screen.page.url()).search).toBe('?view=inbox&ticket=TCK-0042')
    await expect
      .poll(async () => (await screen.lines()).slice(0, 3))
      .toEqual(['Tickets', 'Primeira resposta: nada nos últimos 30 dias', 'Ver como tabela'])
    await screen.page.goto('/admin/tickets')
    await expect.poll(() => screen.lines()).toContain('Nenhum ticket aberto')
    await screen.press('Ver como tabela')
    await expect.poll(async () => (await screen.table())[1]?.[0]).toBe('TCK-0042')
    await screen.press('Atendimento')
    await expect.poll(() => new URL(screen.page.url()).search).toBe('?view=inbox')
  })

  it('search by Enter and by the button, from the first page; a refresh empties it [B081, B082, B088]', async () => {
    const twoPages = on(adminApi.tickets.list, {
      success: true,
      tickets: [open],
      data: [open],
      total: 11,
      pagination: { ...onePage(11), totalPages: 2 },
    })

    const screen = await show('/admin/tickets?page=2', withFirst(twoPages))

    const queries = () =>
      screen.calls
        .filter(({ path }) => path === '/api/admin/tickets')
        .map(({ query }) => [query.page, query.search])

    const search = screen.page.getByRole('searchbox')
    await search.fill('TCK-0042')
    // Other lists search 250 ms after the last typed letter; this list must wait for Enter or its
    // button.
    await screen.page.waitForTimeout(500)
    expect(queries()).toEqual([['2', undefined]])
    await search.press('Enter')
    await expect.poll(() => queries().at(-1)).toEqual(['1', 'TCK-0042'])
    await search.fill('leolima')
    await screen.press('Buscar')
    await expect.poll(() => queries().at(-1)).toEqual(['1', 'leolima'])
    await screen.press('Atualizar')
    await expect.poll(() => queries().at(-1)).toEqual(['1', undefined])
    expect(await search.inputValue()).toBe('')
  })

  it('ask before one is deleted; an open one cannot be [B176, B220]', async () => {
    const screen = await show('/admin/tickets', setup)
    expect((await screen.offered('TCK-0042')).at(-1)).toBe(
      'Excluir | Feche o ticket antes de excluí-lo',
    )
    await screen.choose('Excluir', 'TCK-0041')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir ticket?',
        'O ticket TCK-0041 e toda a sua conversa são apagados para sempre.',
        'Cancelar',
        'Excluir ticket',
      ])

    await screen.press('Excluir ticket', question)
    await expect.poll(() => screen.toast()).toBe('Ticket excluído.')
    expect(screen.sent('DELETE', `/api/admin/tickets/${closed.id}`)).toHaveLength(1)
  })

  it('say which transcript could not be had, and what could not be loaded [B241]', async () => {
    const screen = await show(
      '/admin/tickets',
      withFirst(
        refused(adminApi.tickets.transcript, 'A conversa foi apagada.', 404),
        refused(adminApi.tickets.download, 'O arquivo está vazio.', 404),
      ),
    )

    const banner = () => screen.lines(screen.page.getByRole('main').getByRole('alert'))
    await screen.choose('Ver transcrição', 'TCK-0042')
    await expect.poll(banner).toEqual(['Erro ao carregar a transcrição. A conversa foi apagada.'])
    await screen.choose('Baixar transcrição', 'TCK-0042')
    await expect.poll(banner).toEqual(['Erro ao baixar a transcrição. O arquivo está vazio.'])
  })

  it('show a failed load with its retry, and an empty list [B082, B241]', async () => {
    const screen = await show(
      '/admin/tickets',
      withFirst(refused(adminApi.tickets.list, 'Não dá.'), refused(adminApi.tickets.stats, 'x')),
    )

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total de tickets', '-'],
        ['Tickets fechados', '-'],
      ])

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao carregar tickets.', 'Tentar novamente'])
    screen.replies.unshift(list())
    await screen.press('Tentar novamente')
    await screen.atRest()

    await expect
      .poll(async () => (await screen.lines()).slice(-2))
      .toEqual([
        'Nenhum ticket',
        'Os tickets abertos pelos clientes na loja ou no Discord aparecem aqui.',
      ])
  })

  it('show a loading indicator and no data while they load [B007]', async () => {
    const screen = await show('/admin/tickets', withFirst(pending(adminApi.tickets.list)))
    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })
})
