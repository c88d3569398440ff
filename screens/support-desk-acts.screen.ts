import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import {
  dora,
  expectAxe,
  full,
  me,
  now,
  ticketAddress,
  open,
  over,
  part,
  path,
  read,
  said,
  waiting,
  type Full,
} from './support-desk-samples.ts'

const ticketReply = (ticket: Full) => ({ success: true as const, ticket, data: ticket })
const answering = (ticket: Full) => on(adminApi.tickets.answer, ticketReply(ticket))

describe('the acts of staff at the support desk', () => {
  it('insert a filled-in saved reply by slash or button, in the customer’s language [P333]', async () => {
    const screen = await open(ticketAddress)
    const box = screen.page.getByLabel('Responder ao cliente')
    const list = screen.page.getByRole('listbox')
    const options = () => list.getByRole('option').allTextContents()

    const active = async () => {
      const id = await box.getAttribute('aria-activedescendant')
      return id && screen.page.locator(`[id="${id}"]`).textContent()
    }

    await box.pressSequentially('e/ou')
    expect(await options()).toEqual([])
    await box.fill('')
    await box.pressSequentially('Boa tarde. /')
    await expect.poll(options).toEqual(['Reembolso', 'Saudação', 'Trocar de computador'])

    await expect
      .poll(() =>
        screen.page.getByText('3 respostas prontas. Setas escolhem, Enter insere.').count(),
      )
      .toBe(1)

    await expectAxe(screen)
    await box.press('ArrowUp')
    await expect.poll(active).toBe('Trocar de computador')
    await box.press('Escape')
    await expect.poll(options).toEqual([])
    expect(await box.inputValue()).toBe('Boa tarde. /')
    await box.fill('')
    await box.pressSequentially('Boa tarde. /saudac')
    await expect.poll(options).toEqual(['Saudação'])
    await box.press('Enter')
    await expect.poll(() => box.inputValue()).toBe('Boa tarde. Hi Bia! About ORD-001226:')
    await box.pressSequentially(' ok')
    expect(await box.inputValue()).toBe('Boa tarde. Hi Bia! About ORD-001226: ok')
    await box.fill('')
    await screen.press('Inserir resposta pronta (/)')
    // A canned reply without an English text is inserted in Portuguese.
    await screen.page.getByRole('option', { name: 'Reembolso' }).click()
    await expect.poll(() => box.inputValue()).toBe('Devolvido: ORD-001226.')
    expect(await box.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('does not send a canned reply with unknown values [P333]', async () => {
    const screen = await open(ticketAddress, [read({ ...full, order: null })])
    const box = screen.page.getByLabel('Responder ao cliente')
    await box.pressSequentially('/reem')
    await box.press('Enter')
    await expect.poll(() => box.inputValue()).toBe('Devolvido: {{pedido}}.')
    await expect
      .poll(() => screen.page.getByText('Preencha {{pedido}} antes de enviar.').count())
      .toBe(1)
    const isOff = (name: string) =>
      screen.page.getByRole('button', { name, exact: true }).isDisabled()
    expect([await isOff('Enviar'), await isOff('Responder e fechar')]).toEqual([true, true])
    await box.fill('Devolvido.')
    expect([await isOff('Enviar'), await isOff('Responder e fechar')]).toEqual([false, false])
  })

  it('answer and close in one press; a message that came meanwhile shows and the text stays [P335, P336]', async () => {
    const crossed = 'Chegou uma mensagem enquanto você escrevia. Leia-a e envie de novo.'
    const screen = await open(ticketAddress, [
      refused(adminApi.tickets.answer, crossed, 409, 'ticket.crossed'),
    ])
    const box = screen.page.getByLabel('Responder ao cliente')
    await box.fill('Pronto.')

    const more = said(15, 'Já respondi.', {
      author: 'Dora Equipe',
      role: 'staff',
      createdAt: '2026-02-03T18:00:00.000Z',
    })

    screen.replies.unshift(read({ ...full, messages: [...full.messages, more] }))
    await screen.press('Responder e fechar')
    const pane = part(screen, 'Conversa')
    await expect.poll(() => screen.lines(pane.getByRole('alert'))).toEqual([crossed])
    await expect.poll(() => screen.lines(pane.getByRole('log'))).toContain('Já respondi.')
    expect(await box.inputValue()).toBe('Pronto.')

    const done: Full = {
      ...full,
      status: 'closed',
      closedAt: now,
      lastFrom: 'staff',
      waitingSince: null,
      messages: [...full.messages, more, said(16, 'Pronto.', { role: 'staff', createdAt: now })],
    }

    screen.replies.unshift(answering(done), read(done))
    await screen.press('Responder e fechar')
    await expect.poll(() => screen.lines(pane)).toContain('Fechado')
    const text = { clientId: expect.any(String), text: 'Pronto.', files: [], close: true }

    expect(screen.sent('POST', `${path}/messages`)).toEqual([
      { ...text, after: full.messages[2]!.id },
      { ...text, after: more.id },
    ])

    // A closed ticket accepts only notes.
    await expect
      .poll(() => pane.getByRole('textbox').getAttribute('aria-label'))
      .toBe('Anotar para a equipe')

    expect((await screen.lines(pane)).slice(-3)).toEqual([
      'Reabrir ticket',
      'Só a equipe vê as notas.',
      'Guardar nota',
    ])
  })

  it('keeps a note apart from the answer that is being written [P331]', async () => {
    const noted: Full = {
      ...full,
      notes: [
        ...full.notes,
        { id: me.id, author: 'Ana Souza', text: 'Ver o aparelho.', createdAt: now },
      ],
    }

    const screen = await open(ticketAddress, [on(adminApi.supportDesk.note, ticketReply(noted))])
    await screen.page.getByLabel('Responder ao cliente').fill('Um momento.')

    await screen.page
      .getByRole('group', { name: 'O que escrever' })
      .getByRole('button', { name: 'Nota interna' })
      .click()

    const box = screen.page.getByLabel('Anotar para a equipe')
    expect(await box.inputValue()).toBe('')
    await box.fill('Ver o aparelho. /')
    expect(await screen.page.getByRole('listbox').count()).toBe(0)
    await box.fill('Ver o aparelho.')
    await screen.press('Guardar nota')
    await expect.poll(() => screen.lines(screen.page.getByRole('log'))).toContain('Ver o aparelho.')
    expect(screen.sent('POST', `${path}/notes`)).toEqual([
      { clientId: expect.any(String), text: 'Ver o aparelho.' },
    ])
    expect(screen.sent('POST', `${path}/messages`)).toEqual([])
    await screen.press('Responder')
    expect(await screen.page.getByLabel('Responder ao cliente').inputValue()).toBe('Um momento.')
  })

  it('is assigned in one press and passed on by the menu; an owner without a role is marked [P332]', async () => {
    const gone = { id: over.assignee!.id, name: 'Caio Antigo', active: false }
    const by = (assignee: Full['assignee']) =>
      on(adminApi.supportDesk.assign, ticketReply({ ...full, assignee }))
    const screen = await open(ticketAddress, [
      read({ ...full, assignee: gone }),
      by({ ...me, active: true }),
    ])
    const menu = screen.page.getByLabel('Responsável')
    const chosen = () => menu.evaluate((all: HTMLSelectElement) => all.selectedOptions[0]?.text)
    await expect.poll(chosen).toBe('Caio Antigo (fora da equipe)')
    await screen.press('Assumir')
    await expect.poll(chosen).toBe('Ana Souza')
    expect(await screen.page.getByRole('button', { name: 'Assumir' }).count()).toBe(0)
    screen.replies.unshift(by({ ...dora, active: true }))
    await menu.selectOption('Dora Equipe')
    await expect.poll(chosen).toBe('Dora Equipe')
    screen.replies.unshift(refused(adminApi.supportDesk.assign, 'Esta pessoa saiu.', 409))
    await menu.selectOption('Sem responsável')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['O responsável não pôde ser mudado. Esta pessoa saiu.'])
    await expect.poll(chosen).toBe('Dora Equipe')

    expect(screen.sent('PUT', `${path}/assignee`)).toEqual([
      { assigneeId: me.id },
      { assigneeId: dora.id },
      { assigneeId: null },
    ])
  })

  it('has its saved replies made, changed and deleted where they are used [P333]', async () => {
    const kept = {
      ...waiting,
      title: 'Nova',
      texts: { 'pt-BR': 'Oi.', 'en-US': '' },
      updatedAt: now,
    }

    const screen = await open(ticketAddress, [
      on(adminApi.supportDesk.createReply, { success: true, reply: kept }),
      on(adminApi.supportDesk.updateReply, { success: true, reply: kept }),
      on(adminApi.supportDesk.removeReply, { success: true }),
    ])

    await screen.press('Inserir resposta pronta (/)')
    await screen.press('Gerenciar respostas prontas')
    const dialog = screen.dialog()

    expect(await screen.lines(dialog)).toEqual([
      'Respostas prontas',
      'Reembolso',
      'Saudação',
      'Trocar de computador',
      'Nova resposta pronta',
    ])

    await screen.press('Nova resposta pronta', dialog)

    expect(await screen.lines(dialog)).toEqual([
      'Nova resposta pronta',
      'Título',
      'Texto em português',
      '{{nome}} e {{pedido}} são preenchidos ao inserir.',
      'Texto em inglês',
      'Vai no idioma do cliente; se faltar, vai o outro.',
      'Cancelar',
      'Salvar',
    ])

    await dialog.getByLabel('Título').fill(' Nova ')
    expect(await dialog.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Texto em português').fill('Oi.')
    await screen.press('Salvar', dialog)
    await expect.poll(() => screen.toast()).toBe('Resposta pronta salva.')
    expect(screen.sent('POST', '/api/admin/tickets/replies')).toEqual([
      { title: 'Nova', texts: { 'pt-BR': 'Oi.', 'en-US': '' } },
    ])
    await screen.press('Editar: Saudação')

    expect(await screen.fields(dialog)).toEqual([
      ['Título', 'Saudação'],
      ['Texto em português', 'Olá, {{nome}}! Vejo o {{pedido}}.'],
      ['Texto em inglês', 'Hi {{nome}}! About {{pedido}}:'],
    ])

    screen.replies.unshift(
      refused(adminApi.supportDesk.updateReply, 'Já existe uma com este título.', 409),
    )
    await dialog.getByLabel('Título').fill('Reembolso')
    await screen.press('Salvar', dialog)
    await expect
      .poll(() => screen.lines(dialog.getByRole('alert')))
      .toEqual(['A resposta pronta não pôde ser salva. Já existe uma com este título.'])
    await screen.press('Cancelar', dialog)
    const question = screen.page.getByRole('alertdialog')
    await screen.press('Sair sem salvar', question)
    await screen.press('Excluir: Reembolso')

    expect(await screen.lines(question)).toEqual([
      'Excluir resposta pronta?',
      '“Reembolso” some para toda a equipe.',
      'Cancelar',
      'Excluir resposta',
    ])

    await screen.press('Excluir resposta', question)
    await expect.poll(() => screen.toast()).toBe('Resposta pronta excluída.')
  })
})
