// Kinds of source lines, such as lines with a dialog or a timer. For each kind, the listed tests
// cover all pages or all calls.

const screen = (name) => `screens/${name}.screen.ts`

const ofScreens = [
  {
    fits: 'questions before an act',
    says: /\bconfirm\(|onClose|onCancel|onSure|setAsked|Dialog/,
    tests: [screen('confirmations.sampled'), screen('half-written')],
  },
  {
    fits: 'acts on the second of two rows',
    says: /onClick|onEnd|\brun:|\[0\]|onSubmit|\.map\(/,
    tests: [screen('rows')],
  },
  {
    fits: 'what is asked again after a time',
    says: /timings\.|Ms\b|setInterval|setTimeout|refetchInterval|[wW]hileWatched|\d_000/,
    tests: [screen('polls'), screen('timers')],
  },
  { fits: 'amounts in dollars', says: /money\(|[cC]urrency|Cents/, tests: [screen('dollars')] },
  { fits: 'what is copied', says: /\bcopy\(|Copy|clipboard/, tests: [screen('copy')] },
  { fits: 'where links lead', says: /paths\.|\bto=|href/, tests: [screen('links')] },
  { fits: 'heads that sort', says: /\bsort/, tests: [screen('sort')] },
  {
    fits: 'the pages of lists',
    says: /\bpage\b|query\.|[sS]earchParams/,
    tests: [screen('pages')],
  },
  {
    fits: 'forms of saved values',
    says: /register\(|default|value=/,
    tests: [screen('loaded-forms')],
  },
]

const ofServer = [
  { fits: 'locks', says: /\.for\(|advisory/, tests: ['server/src/locks.test.ts'] },
  {
    fits: 'what the trail keeps',
    says: /audit|trail/i,
    tests: [
      'server/src/trail-actions.test.ts',
      'server/src/staff-acts.test.ts',
      'server/src/own-acts.test.ts',
    ],
  },
  { fits: 'heads of CSV files', says: /csv|column/i, tests: ['server/src/csv-columns.test.ts'] },
  {
    fits: 'mails in both languages',
    says: /mail/i,
    of: /\.mail\.ts$|\/mails\//,
    tests: [
      'server/src/domains/mails/mails.readers.test.ts',
      'server/src/domains/mails/mails.numbers.test.ts',
    ],
  },
  {
    fits: 'moments by the clock of the shop',
    says: /[tT]imeZone|\bday|date\(/,
    tests: ['server/src/moments.test.ts'],
  },
  {
    fits: 'who is banned while a call waits',
    says: /\bban/i,
    tests: ['server/src/ban-races.test.ts'],
  },
  {
    fits: 'lists that sort',
    says: /\b(?:sort|orderBy|asc|desc)\b/,
    tests: ['server/src/sorted-lists.test.ts'],
  },
]

/** The kinds to which changed lines belong, by their text or by their file. */
export const kindsOfLines = (file, lines) =>
  (file.startsWith('web/') ? ofScreens : ofServer).filter(
    ({ says, of }) => of?.test(file) || lines.some((line) => says.test(line)),
  )
