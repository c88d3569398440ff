import { button, facts, template, text } from '../mails.template.ts'

/**
 * Staff or the customer closed a ticket. The conversation was in the chat: the one way on is the
 * shop's help, if it has any.
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
        text('If something still does not work, just write to us: we open a new ticket.'),
        ...(help ? [button('Talk to support', help.url)] : []),
      ],
      why: `You receive this mail because you opened a ticket at ${site}.`,
    }),
  },
})
