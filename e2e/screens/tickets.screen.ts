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
  const full = { ...ticket, messages: [] }
  return { success: true, ticket: full, data: full } as const
}
/** The shop answers a page here; what it holds is not judged by the contract. */
const transcript: Answer = {
  route: adminApi.tickets.transcript,
  status: 200,
  body: 'A chave não abre.',
}
const asked: Given = {
  as: { role: 'admin' },
  replies: [
    list(open, closed, stuck),
    on(adminApi.tickets.stats, { success: true, ...stats, data: stats }),
    transcript,
    on(adminApi.tickets.setStatus, one({ ...open, status: 'closed' })),
    on(adminApi.tickets.remove, { success: true, message: 'ok' }),
  ],
}
const withFirst = (...replies: Given['replies'] & object): Given => ({
  ...asked,
  replies: [...replies, ...asked.replies!],
})

describe('the tickets of the back office', () => {
  it('show their figures and their rows, every value as it is read [B083, B084]', async () => {
    const screen = await show('/admin/tickets', asked)
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
          '03/02/2026, 14:05',
          '',
        ],
        [
          'TCK-0041',
          '@leolima | 876543210987654321',
          'Chave não abre | Fechado',
          '09/01/2026, 16:21',
          '',
        ],
        [
          'TCK-0040',
          '@biaprado | 123456789012345678',
          'Chave não abre | Aguarda resposta',
          '03/02/2026, 14:05',
          '',
        ],
      ])
    screen.expectAnswered()
  })

  it('show in English what they show in Portuguese [B083, B084]', async () => {
    const screen = await show('/admin/tickets', { ...asked, language: 'en-US' })
    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total tickets', '1,019'],
        ['Closed tickets', '801'],
      ])
    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Ticket ID', 'User', 'Subject', 'Created', 'Actions'],
        [
          'TCK-0042',
          '@biaprado | 123456789012345678',
          'Chave não abre | Needs an answer',
          '2/3/26, 2:05 PM',
          '',
        ],
        [
          'TCK-0041',
          '@leolima | 876543210987654321',
          'Chave não abre | Closed',
          '1/9/26, 4:21 PM',
          '',
        ],
        [
          'TCK-0040',
          '@biaprado | 123456789012345678',
          'Chave não abre | Needs an answer',
          '2/3/26, 2:05 PM',
          '',
        ],
      ])
  })

  it('open a transcript with the state of its ticket and of its channel [B086, B087] (Q85, Q86)', async () => {
    const read = async (language: Language, view: string, close: string) => {
      const screen = await show('/admin/tickets', { ...asked, language })
      const told = []
      for (const { ticketId } of [open, closed, stuck]) {
        await screen.press(`${view}: ${ticketId}`)
        await screen.atRest()
        told.push(await screen.lines(screen.dialog()))
        await screen.press(close, screen.dialog())
        await screen.dialog().waitFor({ state: 'hidden' })
      }
      return told
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
        'The conversation is going on in Discord; it shows here once the ticket is closed. Open the channel',
        'Open',
        'Close ticket',
      ],
      [
        'Transcript of TCK-0041',
        'The conversation in Discord is still being kept.',
        'Closed',
        'Reopen ticket',
      ],
      [
        'Transcript of TCK-0040',
        "The channel of this ticket could not be made in Discord. Check the bot's permissions.",
        'Open',
        'Close ticket',
      ],
    ])
  })

  it('show the conversation, lead to its channel, and close it [B086, B220] (Q85)', async () => {
    const screen = await show('/admin/tickets', asked)
    await screen.press('Ver transcrição: TCK-0042')
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

  it('are answered in a conversation with files, order and state, as plain text [P160, P162]', async () => {
    type Full = Body<typeof adminApi.tickets.read>['ticket']
    const message: Pick<
      Full['messages'][number],
      'authorId' | 'channel' | 'attachments' | 'files' | 'embeds'
    > = { authorId: null, channel: 'shop', attachments: [], files: [], embeds: [] }
    const full: Full = {
      ...open,
      userName: 'Bia Prado',
      userDiscordId: '',
      source: 'shop',
      chat: null,
      chatUrl: null,
      order: { ...ids(9), number: 'ORD-001226', products: ['Vigia HUD'] },
      messages: [
        {
          ...message,
          id: ids(11).id,
          author: 'Bia Prado',
          role: 'user',
          text: 'Não <b>abre</b>.',
          createdAt: '2026-02-03T17:05:00.000Z',
          files: [{ id: ids(21).id, url: null, name: 'log.txt', type: 'text/plain', size: 6 }],
        },
      ],
    }
    const reply: Full['messages'][number] = {
      ...message,
      id: ids(12).id,
      author: 'Dora Equipe',
      role: 'staff',
      text: 'Vou olhar.',
      createdAt: '2026-02-03T17:20:00.000Z',
    }
    const answered: Full = { ...full, messages: [...full.messages, reply] }
    const seen = async (language: Language, act: string, label: string, send: string) => {
      const screen = await show('/admin/tickets', {
        ...asked,
        language,
        replies: [
          list(full),
          on(adminApi.tickets.read, { success: true, ticket: full, data: full }),
          on(adminApi.tickets.answer, { success: true, ticket: answered, data: answered }),
          ...asked.replies!,
        ],
      })
      await expect.poll(async () => (await screen.table())[1]?.[1]).toMatch(/^@Bia Prado/)
      const row = (await screen.table())[1]
      await screen.press(`${act}: TCK-0042`)
      const dialog = screen.dialog()
      await expect.poll(() => screen.lines(dialog)).toContain('Não <b>abre</b>.')
      await dialog.getByLabel(label).fill('Vou olhar.')
      await screen.press(send, dialog)
      await expect.poll(() => screen.lines(dialog)).toContain('Vou olhar.')
      expect(screen.sent('POST', '/api/admin/tickets/TCK-0042/messages')).toEqual([
        { clientId: expect.stringMatching(/^[0-9a-f-]{36}$/), text: 'Vou olhar.', files: [] },
      ])
      return [row, await screen.lines(dialog)]
    }
    expect(await seen('pt-BR', 'Conversa', 'Responder ao cliente', 'Enviar')).toEqual([
      [
        'TCK-0042',
        '@Bia Prado | pela loja',
        'Chave não abre | Aguarda resposta',
        '03/02/2026, 14:05',
        '',
      ],
      [
        'Conversa de TCK-0042',
        'Chave não abre',
        'Bia Prado · ORD-001226 (Vigia HUD)',
        'Bia Prado',
        '03/02/2026, 14:05',
        'Não <b>abre</b>.',
        'Baixar',
        'log.txt',
        '6 bytes',
        'Dora Equipe · equipe',
        '03/02/2026, 14:20',
        'Vou olhar.',
        'Responder ao cliente',
        'Enviar',
        'Aberto',
        'Fechar ticket',
      ],
    ])
    expect(await seen('en-US', 'Conversation', 'Answer the customer', 'Send')).toEqual([
      [
        'TCK-0042',
        '@Bia Prado | from the shop',
        'Chave não abre | Needs an answer',
        '2/3/26, 2:05 PM',
        '',
      ],
      [
        'Conversation of TCK-0042',
        'Chave não abre',
        'Bia Prado · ORD-001226 (Vigia HUD)',
        'Bia Prado',
        '2/3/26, 2:05 PM',
        'Não <b>abre</b>.',
        'Download',
        'log.txt',
        '6 bytes',
        'Dora Equipe · team',
        '2/3/26, 2:20 PM',
        'Vou olhar.',
        'Answer the customer',
        'Send',
        'Open',
        'Close ticket',
      ],
    ])
  })

  it('ask before one is deleted; an open one cannot be [B176, B220]', async () => {
    const screen = await show('/admin/tickets', asked)
    const stays = screen.page.getByRole('button', { name: 'Excluir: TCK-0042' })
    await expect.poll(() => stays.getAttribute('title')).toBe('Feche o ticket antes de excluí-lo')
    await screen.press('Excluir: TCK-0041')
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
    await screen.press('Ver transcrição: TCK-0042')
    await expect.poll(banner).toEqual(['Erro ao carregar a transcrição. A conversa foi apagada.'])
    await screen.press('Baixar transcrição: TCK-0042')
    await expect.poll(banner).toEqual(['Erro ao baixar a transcrição. O arquivo está vazio.'])
  })

  it('say that they could not be loaded, look again, and that there are none [B082, B241]', async () => {
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

  it('wait without a word of their own as long as nothing is known [B007]', async () => {
    const screen = await show('/admin/tickets', withFirst(pending(adminApi.tickets.list)))
    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })
})
