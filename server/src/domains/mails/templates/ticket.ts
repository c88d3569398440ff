import { button, facts, note, template, text } from './template.ts'

/**
 * Staff or the customer closed a ticket. The conversation was in the chat, so the mail can link
 * only to the shop's help, if there is any.
 */
export const ticketClosed = template<{ ticketId: string; subject: string }>({
  kind: 'duty',
  sample: { ticketId: 'TICKET-0042', subject: 'A chave não ativa' },

  write: {
    'pt-BR': ({ ticketId, subject }, { site, name, help }) => ({
      subject: `Atendimento ${ticketId} encerrado`,
      hint: 'Se precisar de mais alguma coisa, fale conosco.',
      body: [
        text(`Olá, ${name}.`),
        text('O seu atendimento foi encerrado.'),
        facts(['Atendimento', ticketId], ...(subject ? [['Assunto', subject] as const] : [])),
        text('Se algo ainda não funciona, é só chamar: abrimos um novo atendimento.'),
        ...(help ? [button('Falar com o suporte', help.url)] : []),
      ],
      why: `Você recebeu este e-mail porque abriu um atendimento na ${site}.`,
    }),

    'en-US': ({ ticketId, subject }, { site, name, help }) => ({
      subject: `Ticket ${ticketId} is closed`,
      hint: 'If you need anything else, talk to us.',
      body: [
        text(`Hello ${name},`),
        text('Your ticket was closed.'),
        facts(['Ticket', ticketId], ...(subject ? [['Subject', subject] as const] : [])),
        text('If something still isn’t working, just write to us and we’ll open a new ticket.'),
        ...(help ? [button('Talk to support', help.url)] : []),
      ],
      why: `You’re getting this email because you opened a ticket at ${site}.`,
    }),
  },
})

type Answer = { by: string; text: string; files: readonly string[] }

/** Each answer under its author's name, with the names of its files. */
const answersIn = (answers: readonly Answer[], words: { from: string; files: string }) =>
  facts(
    ...answers.flatMap(({ by, text: said, files }) => [
      ...(said ? [[`${words.from} ${by}`, said] as const] : []),
      ...(files.length ? [[words.files, files.join(', ')] as const] : []),
    ]),
  )

/** Staff answered a ticket in the shop; several answers within a minute are one mail (P165). */
export const ticketAnswer = template<{
  ticketId: string
  subject: string
  /** Whether a reply to the mail reaches the team. */
  byMail: boolean
  answers: readonly Answer[]
}>({
  kind: 'duty',

  sample: {
    ticketId: 'TICKET-0042',
    subject: 'A chave não ativa',
    byMail: false,
    answers: [
      {
        by: 'Dora',
        text: 'Olá! A chave estava certa, o programa é que pedia a versão nova.\nBaixe de novo e tente outra vez.',
        files: ['passo-a-passo.pdf'],
      },
    ],
  },

  write: {
    'pt-BR': ({ ticketId, subject, answers, byMail }, { site, name, link }) => ({
      subject: `Resposta ao seu ticket ${ticketId}: ${subject}`,
      hint: answers[0]?.text.slice(0, 100) ?? '',

      body: [
        text(`Olá, ${name}.`),
        text('Nossa equipe respondeu ao seu ticket.'),
        facts(['Ticket', ticketId], ['Assunto', subject]),
        answersIn(answers, { from: 'Resposta de', files: 'Anexos' }),
        button('Ver e responder', link(`/dashboard/support/${ticketId}`)),
        note(
          byMail
            ? 'Responda na loja ou a este e-mail: a resposta chega à equipe.'
            : 'Responda pela loja: respostas a este e-mail não chegam à equipe.',
        ),
      ],

      why: `Você recebeu este e-mail porque abriu um ticket na ${site}.`,
    }),

    'en-US': ({ ticketId, subject, answers, byMail }, { site, name, link }) => ({
      subject: `Answer to your ticket ${ticketId}: ${subject}`,
      hint: answers[0]?.text.slice(0, 100) ?? '',

      body: [
        text(`Hello ${name},`),
        text('Our team answered your ticket.'),
        facts(['Ticket', ticketId], ['Subject', subject]),
        answersIn(answers, { from: 'Answer from', files: 'Attachments' }),
        button('Read and answer', link(`/dashboard/support/${ticketId}`)),
        note(
          byMail
            ? 'Reply in the shop or to this email: either way it reaches the team.'
            : 'Please reply in the shop: replies to this email don’t reach the team.',
        ),
      ],

      why: `You’re getting this email because you opened a ticket at ${site}.`,
    }),
  },
})

/** To staff: a customer opened a ticket in the shop. */
export const ticketNew = template<{
  ticketId: string
  subject: string
  customer: string
  order: string | null
  text: string
}>({
  kind: 'duty',

  sample: {
    ticketId: 'TICKET-0042',
    subject: 'A chave não ativa',
    customer: 'Ana Souza',
    order: 'ORD-001044',
    text: 'Comprei ontem e o programa diz que a chave não existe.',
  },

  write: {
    'pt-BR': ({ ticketId, subject, customer, order, text: said }, { site, link }) => ({
      subject: `Novo ticket ${ticketId}: ${subject}`,
      hint: `De ${customer}.`,
      body: [
        text(`${customer} abriu um ticket na loja.`),
        facts(
          ['Ticket', ticketId],
          ['Assunto', subject],
          ...(order ? [['Pedido', order] as const] : []),
          ['Mensagem', said],
        ),
        button('Abrir os tickets', link(`/admin/tickets?view=inbox&ticket=${ticketId}`)),
      ],
      why: `Você recebeu este e-mail porque faz parte da equipe da ${site}.`,
    }),

    'en-US': ({ ticketId, subject, customer, order, text: said }, { site, link }) => ({
      subject: `New ticket ${ticketId}: ${subject}`,
      hint: `From ${customer}.`,
      body: [
        text(`${customer} opened a ticket in the shop.`),
        facts(
          ['Ticket', ticketId],
          ['Subject', subject],
          ...(order ? [['Order', order] as const] : []),
          ['Message', said],
        ),
        button('Open the tickets', link(`/admin/tickets?view=inbox&ticket=${ticketId}`)),
      ],
      why: `You’re getting this email because you’re on the team at ${site}.`,
    }),
  },
})
