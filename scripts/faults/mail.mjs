// Faults in incoming and outgoing mail.
const tickets = 'server/src/domains/tickets'
const mails = 'server/src/domains/mails'
const smtp = 'server/src/adapters/smtp/smtp.ts'

export const mailFaults = [
  {
    name: 'codes by mail take all workers',
    file: 'server/src/platform/queue/jobs.ts',
    from: '`mail:${key.charCodeAt(key.length - 1) % 2}`',
    to: '`mail:${key}`',
    seenBy: ['server', 'mails/mails.silent'],
  },
  {
    name: 'a mail is read by the thread that answers everybody',
    file: `${tickets}/mail-in.service.ts`,
    from: "drawInThread<typeof parseLetterOf>('letter', { raw })",
    to: "import('./mail-letter.rules.ts').then((rules) => rules.parseLetterOf({ raw }))",
    seenBy: ['server', 'tickets/mail-in.test'],
  },
  {
    name: 'answers between quoted lines are folded',
    file: `${tickets}/mail-history.rules.ts`,
    from: "  below === 'quotes' ||\n",
    to: "  below !== 'nothing' ||\n",
    seenBy: ['server', 'tickets/mail-letter'],
  },
  {
    name: 'a mail that is handed on is cut',
    file: `${tickets}/mail-history.rules.ts`,
    from: 'isForward(subject) ? textLines.length : ',
    to: '',
    seenBy: ['server', 'tickets/mail-letter'],
  },
  {
    name: 'a blank text hides the marked up one',
    file: `${tickets}/mail-letter.rules.ts`,
    from: 'isBlankText(mail.text) ?',
    to: 'mail.text === undefined ?',
    seenBy: ['server', 'tickets/mail-letter'],
  },
  {
    name: 'a photo within the text is no file',
    file: `${tickets}/mail-letter.rules.ts`,
    from: 'mail.attachments.map(fileFromPart)',
    to: "mail.attachments.filter(({ disposition }) => disposition !== 'inline').map(fileFromPart)",
    seenBy: ['server', 'tickets/mail-letter'],
  },
  {
    name: 'a mail is not kept as it came',
    file: `${tickets}/support.service.ts`,
    from: '  if (mail) await keepMail(tx, message!, mail.raw)\n',
    to: '',
    seenBy: ['server', 'tickets/mail-in.test'],
  },
  {
    name: 'a mail that came back marks whatever address it names',
    file: `${mails}/mails.refusals.service.ts`,
    from: 'addressPrints.some((print) => print.equals(sentMail.print!))',
    to: 'addressPrints.length > 0',
    seenBy: ['server', 'tickets/mail-in.test'],
  },
  {
    name: 'an address that is refused for good is tried again',
    file: `${mails}/mails.service.ts`,
    from: 'if (!(error instanceof AddressRefused)) throw error',
    to: 'if (error) throw error',
    seenBy: ['server', 'mails/mails.refusals'],
  },
  {
    name: 'what is held against the shop marks the address',
    file: smtp,
    from: '    return new AddressRefused(`${String(responseCode)}${enhancedCode && ` ${enhancedCode}`}`)',
    to: '    return new AddressRefused(String(responseCode))',
    seenBy: ['server', 'smtp/smtp.test'],
  },
  {
    name: 'a mail password goes in clear',
    file: smtp,
    from: "requireTLS: protocol === 'smtp:' && password !== '' && !isThisMachine(hostname)",
    to: 'requireTLS: false',
    seenBy: ['server', 'smtp/smtp.test'],
  },
  {
    name: 'who wants no news by mail is asked for a review',
    file: 'server/src/domains/reviews/reviews.mail.ts',
    from: '        sql`coalesce(${notificationPreferences.email}, true)`,\n',
    to: '',
    seenBy: ['server', 'reviews/reviews.mail'],
  },
  {
    name: 'codes to one mail have no cap a day',
    file: 'server/src/domains/accounts/login/mail-code.service.ts',
    from: "  await app.limits.count('mail code day', addressKey)\n",
    to: '',
    seenBy: ['server', 'login/limits'],
  },
]
