import { adminApi } from '@chaveiro/contracts/admin'
import { jobStates } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'
import { on, pending, refused, show, type Body, type Given } from './show.ts'

type Row = Body<typeof adminApi.jobs.list>['jobs'][number]

const row: Row = {
  id: '17',
  _id: '17',
  name: 'payment.refund',
  state: 'retrying',
  attempts: 3,
  maxAttempts: 12,
  error: 'o provedor não responde',
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-04T18:09:00.000Z',
  runAt: '2026-02-05T19:13:00.000Z',
  about: { refundId: 'refund-4', orderId: 'order-5' },
}
const names = [
  'payment.settle',
  'payment.close',
  'payment.refund',
  'infraction.defend',
  'order.receipt',
  'unit.grant',
  'buyer.back',
  'grant.sync',
  'chat.act',
  'chat.payment',
  'chat.commands',
  'chat.stock-low',
  'ticket.archive',
  'stock.added',
  'stock.back',
  'notification.announce',
  'notification.withdraw',
  'role.sync',
  'role.product',
  'mail.delivery-failing',
  'mail.key-replaced',
  'mail.stock-low',
  'mail.stock-back',
  'mail.payment-expired',
  'mail.refund',
  'mail.licences-expiring',
  'mail.ticket-closed',
  'mail.password-reset',
  'mail.power-act',
  'mail.login-code',
  'mail.welcome',
  'later.than-written',
]
const list = (...jobs: Row[]) =>
  on(adminApi.jobs.list, {
    success: true,
    jobs,
    total: jobs.length,
    counts: { waiting: 1021, retrying: 34, running: 5, dead: 2 },
  })
const asked: Given = { as: { role: 'admin' }, replies: [list(row)] }

describe('the jobs of the back office', () => {
  const states = jobStates.map((state, i) => ({
    ...row,
    id: String(30 + i),
    _id: String(30 + i),
    state,
    error: state === 'waiting' ? null : 'o provedor não responde',
  }))

  it('show their counts and rows, every value as it is read', async () => {
    const screen = await show('/admin/jobs', { ...asked, replies: [list(...states)] })
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
        [name, 'Na fila', '3 de 12', '-', '05/02/2026, 16:13', ''],
        [name, 'Tentando de novo', '3 de 12', 'o provedor não responde', '05/02/2026, 16:13', ''],
        [name, 'Em execução', '3 de 12', 'o provedor não responde', '05/02/2026, 16:13', ''],
        [name, 'Desistiu', '3 de 12', 'o provedor não responde', 'Desistiu', ''],
      ])
    const tryNow = screen.page.getByTitle('Em execução agora')
    await expect
      .poll(() => tryNow.evaluateAll((all) => all.map((one) => one.ariaLabel)))
      .toEqual(['Tentar agora: Devolver um pagamento', 'Descartar: Devolver um pagamento'])
    screen.expectAnswered()
  })

  it('show in English what they show in Portuguese', async () => {
    const given = { ...asked, replies: [list(...states)], language: 'en-US' as const }
    const screen = await show('/admin/jobs', given)
    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Waiting', '1,021'],
        ['Trying again', '34'],
        ['Running', '5'],
        ['Gave up', '2'],
      ])
    const name = 'Refund a payment | payment.refund refund-4 order-5'
    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Job', 'State', 'Attempts', 'Last error', 'Next attempt', 'Actions'],
        [name, 'Waiting', '3 of 12', '-', '2/5/26, 4:13 PM', ''],
        [name, 'Trying again', '3 of 12', 'o provedor não responde', '2/5/26, 4:13 PM', ''],
        [name, 'Running', '3 of 12', 'o provedor não responde', '2/5/26, 4:13 PM', ''],
        [name, 'Gave up', '3 of 12', 'o provedor não responde', 'Gave up', ''],
      ])
  })

  it('are each told in words what they do, in both languages', async () => {
    const jobs = names.map((name, i) => ({ ...row, id: String(i), _id: String(i), name }))
    const words = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/admin/jobs', { ...asked, language, replies: [list(...jobs)] })
      return (await screen.table()).slice(1).map(([name]) => name!.split(' | ')[0])
    }
    expect(await words('pt-BR')).toEqual([
      'Consultar um pagamento',
      'Fechar a cobrança de um pagamento',
      'Devolver um pagamento',
      'Enviar a defesa de uma contestação (MED)',
      'Enviar recibo',
      'Pedir uma chave ao KeyAuth',
      'Entregar o que estava retido',
      'Bloquear ou liberar uma chave no KeyAuth',
      'Responder no Discord',
      'Contar no Discord o que houve com o pagamento',
      'Registrar os comandos no Discord',
      'Avisar a equipe de estoque baixo no Discord',
      'Guardar a conversa de um ticket',
      'Servir pedidos à espera',
      'Avisar quem esperava por um produto',
      'Publicar um aviso no Discord',
      'Retirar um aviso do Discord',
      'Dar ou tirar cargos no Discord',
      'Rever o cargo de um produto',
      'E-mail à equipe: entrega que falha',
      'E-mail de chave trocada',
      'E-mail à equipe: estoque baixo',
      'E-mail de produto de volta ao estoque',
      'E-mail de pagamento que expirou',
      'E-mail de devolução',
      'E-mail de licenças que vencem em breve',
      'E-mail de ticket fechado',
      'E-mail de nova senha',
      'E-mail à equipe: ato de administração',
      'E-mail com código de acesso',
      'E-mail de boas-vindas',
      'later.than-written',
    ])
    expect(await words('en-US')).toEqual([
      'Look at a payment',
      'Close the charge of a payment',
      'Refund a payment',
      'Send the defence of a fraud report (MED)',
      'Send a receipt',
      'Ask KeyAuth for a key',
      'Deliver what was held',
      'Block or release a key at KeyAuth',
      'Answer in Discord',
      'Tell in Discord what became of a payment',
      'Register the commands in Discord',
      'Tell staff of low stock on Discord',
      'Keep the conversation of a ticket',
      'Serve waiting orders',
      'Tell those who waited for a product',
      'Post a notification on Discord',
      'Take a notification off Discord',
      'Give or take roles on Discord',
      'Look at the role of a product anew',
      'Mail to staff: a delivery fails',
      'Mail about a replaced key',
      'Mail to staff: low stock',
      'Mail about a product back in stock',
      'Mail about a payment that ran out',
      'Refund mail',
      'Mail about licences that end soon',
      'Mail about a closed ticket',
      'Password reset mail',
      'Mail to staff: an act of power',
      'Login code mail',
      'Welcome mail',
      'later.than-written',
    ])
  })

  it('are tried again or discarded after a question, and say what came of it', async () => {
    const screen = await show('/admin/jobs?state=dead', asked)
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

  it('wait, say that there is nothing to do, and what could not be loaded', async () => {
    const waits = await show('/admin/jobs', { ...asked, replies: [pending(adminApi.jobs.list)] })
    await expect.poll(() => waits.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect
      .poll(async () => (await waits.facts()).map(([, value]) => value))
      .toEqual(['', '', '', ''])
    const none = await show('/admin/jobs', { ...asked, replies: [list()] })
    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining(['Nada na fila', 'Tudo o que a loja tinha a fazer está feito.']),
      )
    const broken = await show('/admin/jobs', {
      ...asked,
      replies: [refused(adminApi.jobs.list, 'A conta não bate.')],
    })
    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['Erro ao carregar as tarefas.', 'Tentar novamente'])
  })
})
