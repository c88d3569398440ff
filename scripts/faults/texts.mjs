// Faults in locale files, and in the seconds that a page waits.
const locales = 'web/public/locales/'

const textFault = (name, file, [from, to], test) => ({
  name,
  file: `${locales}${file}.json`,
  from,
  to,
  seenBy: ['screens', `screens/${test}.screen`],
})

export const texts = [
  textFault(
    'the question before a role is taken away says that one is given',
    'pt-BR/admin',
    ['{{name}} perde o acesso ao painel da loja.', '{{name}} passa a ver o painel da loja.'],
    'users',
  ),
  textFault('a permanent ban has no word', 'pt-BR/admin', ['"Permanente"', '""'], 'security'),
  textFault(
    'a licence that does not end is told as ended',
    'pt-BR/admin',
    ['"licenses.never": "Não expira"', '"licenses.never": "Expirada"'],
    'licences',
  ),
  textFault(
    'the network is missing in what is said of coins',
    'pt-BR/checkout',
    ['somente pela rede {{network}}. Por outra', 'somente pela rede certa. Por outra'],
    'paying',
  ),
  textFault(
    'who waits for money is asked to pay again',
    'pt-BR/result',
    ['Não pague de novo: o valor chegou', 'Pague de novo: o valor não chegou'],
    'outcome',
  ),
  textFault(
    'the own orders show their number without a word',
    'pt-BR/account',
    ['"Pedido {{number}}"', '"{{number}}"'],
    'own-orders',
  ),
  textFault(
    'the status page says its seconds without a number',
    'pt-BR/status',
    ['a cada {{seconds}} segundos', 'a cada segundo'],
    'status',
  ),
  textFault(
    'revoked and reserved keys are swapped in English',
    'en-US/admin',
    ['"adminStock.revoked": "Revoked"', '"adminStock.revoked": "Reserved"'],
    'stock',
  ),
  textFault('the way to pay has no word', 'pt-BR/common', ['"Finalizar compra"', '"-"'], 'cart'),
  {
    name: 'a text of the English result page is empty',
    file: `${locales}en-US/result.json`,
    from: '"Download as text"',
    to: '""',
    seenBy: ['web', 'i18n/locales.test'],
  },
]

export const timers = [
  {
    name: 'a payment is asked about every minute instead of every five seconds',
    file: 'contracts/src/limits.ts',
    from: 'paymentPoll: 5_000,',
    to: 'paymentPoll: 60_000,',
    seenBy: ['web', 'shared/payment.test', 'outcome/next-look'],
  },
  {
    name: 'a crypto payment that could not be asked about is asked about at once',
    file: 'contracts/src/limits.ts',
    from: 'cryptoRetry: 10_000,',
    to: 'cryptoRetry: 100,',
    seenBy: ['web', 'shared/payment.test'],
  },
  {
    name: 'the loading screen stays for half a minute',
    file: 'contracts/src/limits.ts',
    from: 'loading: 2_800,',
    to: 'loading: 28_000,',
    seenBy: ['web', 'loading/loading-clock'],
  },
  {
    name: 'the countdown counts minutes as seconds',
    file: 'web/src/i18n/format.ts',
    from: 'Math.floor(totalSeconds / 60) % 60,',
    to: 'totalSeconds % 60,',
    seenBy: ['web', 'i18n/language'],
  },
  {
    name: 'a notice is counted as new for an hour instead of a day',
    file: 'contracts/src/limits.ts',
    from: 'unseenHours: 24,',
    to: 'unseenHours: 1,',
    seenBy: ['web', 'bell/rules'],
  },
  {
    name: 'what failed for good is looked for every five seconds for two days',
    file: 'web/src/features/store/outcome/next-look.ts',
    from: 'const maxInterval = 60_000',
    to: 'const maxInterval = 5_000',
    seenBy: ['web', 'outcome/next-look'],
  },
  {
    name: 'the status page looks again every ten minutes',
    file: 'web/src/features/store/status/product-status.ts',
    from: 'whileWatched(timings.statusPage)',
    to: 'whileWatched(timings.statusPage * 10)',
    seenBy: ['screens', 'screens/status.screen'],
  },
]
