import { adminApi } from '@chaveiro/contracts/admin'
import { jobStates } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import type { JobName } from '../server/src/platform/queue/jobs.ts'
import { on, pending, refused, type Body } from './answers.ts'
import { show, type Given } from './show.ts'

type Row = Body<typeof adminApi.jobs.list>['jobs'][number]

const row: Row = {
  id: '17',
  _id: '17',
  name: 'payment.refund',
  state: 'retrying',
  attempts: 3,
  maxAttempts: 12,
  error: 'o provedor não responde',
  createdAt: '2024-02-03T17:05:00.000Z',
  updatedAt: '2024-02-04T18:09:00.000Z',
  runAt: '2024-02-05T19:13:00.000Z',
  about: { refundId: 'refund-4', orderId: 'order-5' },
}

/**
 * The name that staff read for every job, in both languages. A job that a later version queued is
 * shown by its technical name.
 */
const jobNames: Record<JobName | 'later.than-written', readonly [pt: string, en: string]> = {
  'payment.settle': ['Consultar um pagamento', 'Check a payment'],
  'payment.close': ['Fechar a cobrança de um pagamento', 'Close the charge of a payment'],
  'payment.refund': ['Devolver um pagamento', 'Refund a payment'],
  'infraction.defend': [
    'Enviar a defesa de uma contestação (MED)',
    'Send the defence of a fraud report (MED)',
  ],
  'order.receipt': ['Enviar recibo', 'Send a receipt'],
  'unit.grant': ['Pedir uma chave ao KeyAuth', 'Ask KeyAuth for a key'],
  'buyer.back': ['Entregar o que estava retido', 'Deliver what was held'],
  'grant.sync': ['Bloquear ou liberar uma chave no KeyAuth', 'Block or release a key at KeyAuth'],
  'chat.act': ['Responder no Discord', 'Reply on Discord'],
  'chat.payment': [
    'Contar no Discord o que houve com o pagamento',
    'Report a payment’s outcome on Discord',
  ],
  'chat.commands': ['Registrar os comandos no Discord', 'Register commands on Discord'],
  'chat.stock-low': [
    'Avisar a equipe de estoque baixo no Discord',
    'Tell staff about low stock on Discord',
  ],
  'ticket.archive': ['Guardar a conversa de um ticket', 'Save a ticket’s conversation'],
  'stock.added': ['Servir pedidos à espera', 'Fill waiting orders'],
  'stock.back': ['Avisar quem esperava por um produto', 'Tell people who waited for a product'],
  'notification.announce': ['Publicar um aviso no Discord', 'Post a notification on Discord'],
  'push.tell': ['Avisar a equipe nos aparelhos', 'Notify staff devices'],
  'push.send': ['Avisar um aparelho da equipe', 'Notify a staff device'],
  'notification.withdraw': ['Retirar um aviso do Discord', 'Remove a notification from Discord'],
  'role.sync': ['Dar ou tirar cargos no Discord', 'Give or take roles on Discord'],
  'role.variant': ['Rever o cargo de uma opção', 'Check an option’s role again'],
  'mail.delivery-failing': [
    'E-mail à equipe: entrega que falha',
    'Email to staff: a delivery is failing',
  ],
  'mail.key-replaced': ['E-mail de chave trocada', 'Email about a replaced key'],
  'shop.alert': ['Aviso aos administradores', 'Alert the admins'],
  'mail.stock-low': ['E-mail à equipe: estoque baixo', 'Email to staff: low stock'],
  'mail.stock-back': [
    'E-mail de produto de volta ao estoque',
    'Email about a product back in stock',
  ],
  'review.recheck': [
    'Rever se as avaliações de um pedido contam',
    'Check whether an order’s reviews count',
  ],
  'mail.review-invite': ['E-mail de convite para avaliar', 'Email inviting to review'],
  'mail.review-reply': ['E-mail de resposta a uma avaliação', 'Email about a reply to a review'],
  'mail.payment-expired': ['E-mail de pagamento que expirou', 'Email about an expired payment'],
  'picture.cut': ['Recortar uma imagem', 'Crop a picture'],
  'mail.withdrawal': ['E-mail sobre uma desistência', 'Email about a withdrawal'],
  'mail.refund': ['E-mail de devolução', 'Refund email'],
  'mail.licences-expiring': [
    'E-mail de licenças que vencem em breve',
    'Email about licences ending soon',
  ],
  'mail.ticket-closed': ['E-mail de ticket fechado', 'Email about a closed ticket'],
  'ticket.relay': ['Levar mensagem ao Discord', 'Send a message to Discord'],
  'mail.ticket-new': ['E-mail à equipe: ticket novo', 'Email to staff: new ticket'],
  'mail.ticket-answer': ['E-mail de resposta a ticket', 'Email with a ticket reply'],
  'mail.password-reset': ['E-mail de nova senha', 'Password reset email'],
  'mail.power-act': ['E-mail à equipe: ato de administração', 'Email to staff: sensitive action'],
  'mail.login-code': ['E-mail com código de acesso', 'Login code email'],
  'mail.account-notice': ['E-mail sobre a própria conta', 'Account notice email'],
  'mail.welcome': ['E-mail de boas-vindas', 'Welcome email'],
  'later.than-written': ['later.than-written', 'later.than-written'],
}

const list = (...jobs: Row[]) =>
  on(adminApi.jobs.list, {
    success: true,
    jobs,
    total: jobs.length,
    counts: { waiting: 1021, retrying: 34, running: 5, dead: 2 },
  })

const setup: Given = { as: { role: 'admin' }, replies: [list(row)] }

describe('the jobs of the back office', () => {
  const states = jobStates.map((state, i) => ({
    ...row,
    id: String(30 + i),
    _id: String(30 + i),
    state,
    error: state === 'waiting' ? null : 'o provedor não responde',
  }))

  it('show their counts and rows, every value as it is read', async () => {
    const screen = await show('/admin/jobs', { ...setup, replies: [list(...states)] })

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Na fila', '1.021'],
        ['Tentando de novo', '34'],
        ['Em execução', '5'],
        ['Desistiram', '2'],
      ])

    const name = 'Devolver um pagamento | payment.refund refund-4 order-5'

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Tarefa', 'Estado', 'Tentativas', 'Último erro', 'Próxima tentativa', 'Ações'],
        [name, 'Na fila', '3 de 12', '-', '5 fev 2024 16:13', ''],
        [name, 'Tentando de novo', '3 de 12', 'o provedor não responde', '5 fev 2024 16:13', ''],
        [name, 'Em execução', '3 de 12', 'o provedor não responde', '5 fev 2024 16:13', ''],
        [name, 'Desistiu', '3 de 12', 'o provedor não responde', 'Desistiu', ''],
      ])

    const tryNow = screen.page.getByTitle('Em execução agora')
    await expect
      .poll(() => tryNow.evaluateAll((all) => all.map((one) => one.ariaLabel)))
      .toEqual(['Tentar agora: Devolver um pagamento', 'Descartar: Devolver um pagamento'])
    screen.expectAnswered()
  })

  it('each have a description, in both languages', async () => {
    const jobs = Object.keys(jobNames).map((name, i) => ({
      ...row,
      id: String(i),
      _id: String(i),
      name,
    }))

    const words = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/admin/jobs', { ...setup, language, replies: [list(...jobs)] })
      return (await screen.table()).slice(1).map(([name]) => name!.split(' | ')[0])
    }

    expect(await words('pt-BR')).toEqual(Object.values(jobNames).map(([pt]) => pt))
    expect(await words('en-US')).toEqual(Object.values(jobNames).map(([, en]) => en))
  })

  it('are tried again or discarded after a question, and show the outcome', async () => {
    const screen = await show('/admin/jobs?state=dead', setup)
    await expect.poll(() => screen.fields()).toEqual([['Estado', 'Desistiu']])
    screen.replies.unshift(on(adminApi.jobs.retry, { success: true }))
    await screen.press('Tentar agora: Devolver um pagamento')
    await screen.page.getByText('A tarefa roda agora.').waitFor()
    await screen.press('Descartar: Devolver um pagamento')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Descartar: Devolver um pagamento?',
        'A tarefa sai da fila e não volta. O que ela faria deixa de ser feito por ela; a auditoria guarda o que era.',
        'Cancelar',
        'Descartar',
      ])

    screen.replies.unshift(refused(adminApi.jobs.discard, 'Está rodando.', 409))
    await screen.press('Descartar', question)
    await screen.page.getByText('A tarefa não pôde ser descartada. Está rodando.').waitFor()
    screen.replies.unshift(on(adminApi.jobs.discard, { success: true }))
    await screen.press('Descartar: Devolver um pagamento')
    await screen.press('Descartar', question)
    await screen.page.getByText('Tarefa descartada.').waitFor()
    const acts = screen.calls.filter(({ method }) => method !== 'GET')

    expect(acts.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/admin/jobs/17/retry',
      'DELETE /api/admin/jobs/17',
      'DELETE /api/admin/jobs/17',
    ])

    const listed = screen.calls.find(({ query }) => query.limit === '20')
    expect(listed!.query).toEqual({ page: '1', limit: '20', state: 'dead' })
  })

  it('show loading, an empty list, and a failed load', async () => {
    const waits = await show('/admin/jobs', { ...setup, replies: [pending(adminApi.jobs.list)] })
    await expect.poll(() => waits.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect
      .poll(async () => (await waits.facts()).map(([, value]) => value))
      .toEqual(['', '', '', ''])
    const none = await show('/admin/jobs', { ...setup, replies: [list()] })

    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining(['Nada na fila', 'Tudo o que a loja tinha a fazer está feito.']),
      )

    const broken = await show('/admin/jobs', {
      ...setup,
      replies: [refused(adminApi.jobs.list, 'A conta não bate.')],
    })

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['Erro ao carregar as tarefas.', 'Tentar novamente'])
  })
})
