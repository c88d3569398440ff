// Faults in conversations with customers, and in internal notes.
const folder = 'server/src/domains/tickets'

export const support = [
  {
    name: 'the trail tells what staff noted',
    file: `${folder}/desk.service.ts`,
    from: 'details: { ticketId: ticket.ticketId },',
    to: 'details: { ticketId: ticket.ticketId, text },',
    seenBy: ['server', 'tickets/tickets.chat'],
  },
  {
    name: 'two of the staff answer past each other',
    file: `${folder}/support.service.ts`,
    from: 'if (newerMessages > 0) throw',
    to: 'if (newerMessages > 99) throw',
    seenBy: ['server', 'tickets/desk.test'],
  },
  {
    name: 'who is staff no more keeps his tickets',
    file: `${folder}/desk.queries.ts`,
    from: 'and(isOpenTicket, isUnassigned)!',
    to: 'and(isOpenTicket, isNull(tickets.assigneeId))!',
    seenBy: ['server', 'tickets/desk.test'],
  },
  {
    name: 'the last answer counts as the first',
    file: `${folder}/tickets.rules.ts`,
    from: 'waitingMarks.responseSeconds ??= seconds',
    to: 'waitingMarks.responseSeconds = seconds',
    seenBy: ['server', 'tickets/tickets.rules'],
  },
  {
    name: 'the median is of all times',
    file: `${folder}/desk.queries.ts`,
    from: 'gte(tickets.firstResponseAt, monthAgo),',
    to: '',
    seenBy: ['server', 'tickets/desk.test'],
  },
  {
    name: 'an answer by mail goes to any ticket it names',
    file: `${folder}/mail-in.service.ts`,
    from: '!ticket || !isSigned(app.config, ticket, named.signature)',
    to: '!ticket',
    seenBy: ['server', 'tickets/mail-in.test'],
  },
  {
    name: 'a note of absence is kept as an answer',
    file: `${folder}/mail-in.service.ts`,
    from: 'if (isAutomatic(mailHead.headers))',
    to: 'if (isAutomatic([]))',
    seenBy: ['server', 'tickets/mail-in.test'],
  },
]
