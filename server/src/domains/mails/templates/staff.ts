import { counted, ofNumber } from '@chaveiro/contracts/counted'
import type { Language } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import type { PowerAct } from '@chaveiro/contracts/power-acts'

import { button, facts, note, template, text } from './template.ts'

/** To staff: few keys of a product are left. */
export const stockLow = template<{ product: string; left: number }>({
  kind: 'duty',
  sample: { product: 'Reinos de Basaltar', left: 3 },

  write: {
    'pt-BR': ({ product, left }, { site, link }) => ({
      subject: `Estoque baixo: ${product}`,
      hint: `${ofNumber(left, 'Resta', 'Restam')} ${left}.`,
      body: [
        text(
          `${ofNumber(left, 'Resta', 'Restam')} ${counted(left, 'chave', 'chaves')} de ${product} sem vender.`,
        ),
        text('Avisaremos de novo só depois que o estoque subir e voltar a baixar.'),
        button('Abrir o estoque', link('/admin/stock')),
      ],
      why: `Você recebeu este e-mail porque faz parte da equipe da ${site}.`,
    }),

    'en-US': ({ product, left }, { site, link }) => ({
      subject: `Low stock: ${product}`,
      hint: `${left} left.`,
      body: [
        text(
          `${counted(left, 'key', 'keys')} of ${product} ${ofNumber(left, 'is', 'are')} left unsold.`,
        ),
        text('You’ll hear again only once stock has gone up and dropped again.'),
        button('Open the stock', link('/admin/stock')),
      ],
      why: `You’re getting this email because you’re on the team at ${site}.`,
    }),
  },
})

/** To admins: a check of the shop failed, or recovered (P530). */
export const shopAlert = template<{
  what: Localized
  todo: Localized
  since: Date
  until: Date | null
  /**
   * The times of day of `since` and `until`, in the shop's zone; a date alone would be too vague.
   */
  sinceTime: string
  untilTime: string
}>({
  kind: 'duty',

  sample: {
    what: { 'pt-BR': 'O PIX não responde', 'en-US': 'PIX does not answer' },
    todo: {
      'pt-BR': 'Teste a conexão em Configurações, Serviços.',
      'en-US': 'Try it in Settings, Services.',
    },
    since: new Date('2026-03-02T15:04:00Z'),
    until: null,
    sinceTime: '12:04',
    untilTime: '',
  },

  write: {
    'pt-BR': ({ what, todo, since, until, sinceTime, untilTime }, { site, date, link }) => ({
      subject: `${until ? 'Resolvido' : 'Atenção'}: ${what['pt-BR']}`,
      hint: until ? 'A loja voltou ao normal.' : todo['pt-BR'],
      body: [
        text(until ? 'Isto voltou ao normal.' : `${what['pt-BR']}. ${todo['pt-BR']}`),
        facts(
          ['Desde', `${date(since)}, ${sinceTime}`],
          ...(until ? [['Até', `${date(until)}, ${untilTime}`] as const] : []),
        ),
        ...(until ? [] : [note('Avisaremos de novo só quando voltar ao normal.')]),
        button('Abrir o sistema', link('/admin/system')),
      ],
      why: `Você recebeu este e-mail porque é administrador da ${site}.`,
    }),

    'en-US': ({ what, todo, since, until, sinceTime, untilTime }, { site, date, link }) => ({
      subject: `${until ? 'Resolved' : 'Attention'}: ${what['en-US']}`,
      hint: until ? 'The shop is back to normal.' : todo['en-US'],
      body: [
        text(until ? 'This is back to normal.' : `${what['en-US']}. ${todo['en-US']}`),
        facts(
          ['Since', `${date(since)}, ${sinceTime}`],
          ...(until ? [['Until', `${date(until)}, ${untilTime}`] as const] : []),
        ),
        ...(until ? [] : [note('You’ll hear again once it’s fixed.')]),
        button('Open the system', link('/admin/system')),
      ],
      why: `You’re getting this email because you’re an admin at ${site}.`,
    }),
  },
})

/** To staff: a provider does not deliver a paid licence. */
export const deliveryFailing = template<{ product: string; number: string; problem: string }>({
  kind: 'duty',
  sample: {
    product: 'Loader Anual',
    number: 'ORD-001044',
    problem: 'KeyAuth: seller key not found',
  },

  write: {
    'pt-BR': ({ product, number, problem }, { site, link }) => ({
      subject: `Entrega parada: ${product}`,
      hint: `Pedido ${number}`,
      body: [
        text(`O pedido ${number} foi pago e o provedor não gera a chave de ${product}.`),
        facts(['Pedido', number], ['Último motivo', problem]),
        text('A loja continua tentando. Você também pode informar a chave à mão.'),
        button('Abrir entregas', link('/admin/deliveries')),
      ],
      why: `Você recebeu este e-mail porque faz parte da equipe da ${site}.`,
    }),

    'en-US': ({ product, number, problem }, { site, link }) => ({
      subject: `Delivery stuck: ${product}`,
      hint: `Order ${number}`,
      body: [
        text(`Order ${number} is paid, but the provider isn’t generating the key for ${product}.`),
        facts(['Order', number], ['Last reason', problem]),
        text('The shop keeps trying. You can also enter the key by hand.'),
        button('Open deliveries', link('/admin/deliveries')),
      ],
      why: `You’re getting this email because you’re on the team at ${site}.`,
    }),
  },
})

const powerActNames: Record<PowerAct, Localized> = {
  role: { 'pt-BR': 'Função de um usuário alterada', 'en-US': 'User’s role changed' },
  email: { 'pt-BR': 'E-mail de um usuário alterado', 'en-US': 'User’s email changed' },
  two_factor: {
    'pt-BR': 'Verificação em duas etapas de um usuário removida',
    'en-US': 'User’s two-factor login removed',
  },
  delete: { 'pt-BR': 'Usuário excluído', 'en-US': 'User deleted' },
  provider: {
    'pt-BR': 'Credenciais de um serviço alteradas',
    'en-US': 'Service credentials changed',
  },
}

/**
 * The name of a privileged act in words. An act that a newer version queued has no words here and
 * is shown by its id.
 */
const nameOfAct = (act: string, language: Language): string =>
  (powerActNames as Record<string, Localized | undefined>)[act]?.[language] ?? act

/** To all admins: a member of staff did a privileged act (Q113). */
export const powerAct = template<{
  act: PowerAct
  about: string
  by: string
  ip: string
  at: Date
}>({
  kind: 'duty',

  sample: {
    act: 'role',
    about: 'Bruna Lima (b…@exemplo.test): client → admin',
    by: 'Dora Equipe',
    ip: '203.0.113.7',
    at: new Date('2026-03-02T15:04:00Z'),
  },

  write: {
    'pt-BR': ({ act, about, by, ip, at }, { site, date, link }) => ({
      subject: nameOfAct(act, 'pt-BR'),
      hint: `Por ${by}.`,
      body: [
        text(`${nameOfAct(act, 'pt-BR')}: ${about}`),
        facts(['Por', by], ['Endereço', ip], ['Quando', date(at)]),
        note('Se isso não era esperado, troque as senhas da equipe e veja a auditoria.'),
        button('Abrir a auditoria', link('/admin/audit')),
      ],
      why: `Você recebeu este e-mail porque é administrador da ${site}.`,
    }),

    'en-US': ({ act, about, by, ip, at }, { site, date, link }) => ({
      subject: nameOfAct(act, 'en-US'),
      hint: `By ${by}.`,
      body: [
        text(`${nameOfAct(act, 'en-US')}: ${about}`),
        facts(['By', by], ['Address', ip], ['When', date(at)]),
        note('If you didn’t expect this, change the staff passwords and check the audit log.'),
        button('Open the audit log', link('/admin/audit')),
      ],
      why: `You’re getting this email because you’re an admin at ${site}.`,
    }),
  },
})
