import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Other tests read the Portuguese texts of the screens; these tests check the English ones.

const web = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, web), 'utf8')

const textsOf = (language: string): [key: string, text: string][] =>
  readdirSync(new URL(`public/locales/${language}/`, web)).flatMap((file) =>
    Object.entries(
      JSON.parse(read(`public/locales/${language}/${file}`)) as Record<string, string>,
    ).map(([key, text]): [string, string] => [`${file}:${key}`, text]),
  )

/** Portuguese texts with several English texts, depending on their place. */
const several = [
  ['A entregar', 'Awaiting delivery', 'To deliver'],
  [
    'Algo deu errado. Tente novamente.',
    'Something went wrong. Please try again.',
    'Something went wrong. Try again.',
  ],
  ['Ativar agora', 'Set it up now', 'Switch on'],
  ['Ativar', 'Activate', 'Set up'],
  ['Cliente', 'Client', 'Customer'],
  ['Concluído', 'Completed', 'Done'],
  ['Confirmar', 'Confirm', 'Verify'],
  ['Continuar comprando', 'Continue shopping', 'Keep shopping'],
  ['Copiar a chave {{key}}', 'Copy key {{key}}', 'Copy the key {{key}}'],
  ['Criar conta', 'Create account', 'Create an account', 'Register'],
  ['Desativar', 'Deactivate', 'Switch off'],
  [
    'Descartar o que mudei e ver o atual',
    'Discard my changes and see the current page',
    'Discard my changes and see the current values',
  ],
  ['Desconectar', 'Sign out', 'Unlink'],
  [
    'Erro ao carregar o pagamento.',
    'Error loading the payment.',
    'The payment could not be loaded.',
  ],
  ['Esgotado', 'Sold out', 'Used up'],
  ['Finalizar compra', 'Check out', 'Checkout'],
  ['Fora do ar', 'Down', 'Offline', 'Out of service'],
  ['Formas de pagamento', 'Payment methods', 'Ways to pay'],
  ['Minha conta', 'Dashboard', 'My account'],
  ['Moeda', 'Coin', 'Currency'],
  ['Nenhum pedido', 'No order', 'No orders'],
  ['Não confere', 'Doesn’t match', 'Mismatch'],
  ['Origem', 'Origin', 'Source'],
  ['Pedido', 'Charged', 'Order'],
  ['Preencha este campo.', 'Fill in this field.', 'Fill this in.'],
  ['Quantidade', 'Count', 'Quantity'],
  ['Recebido', 'Collected', 'Received'],
  ['Recusado', 'Refused', 'Rejected'],
  ['Tipo', 'Kind', 'Type'],
  ['Validade', 'Expires', 'Validity'],
  ['Valor', 'Amount', 'Value'],
  ['Ver pedidos', 'See orders', 'View orders'],
  ['Voltar aos produtos', 'Back to products', 'Back to the shop'],
]

it('a Portuguese text has the same English text in all places', () => {
  const english = new Map(textsOf('en-US'))
  const pairs = new Map<string, Set<string>>()
  for (const [key, text] of textsOf('pt-BR'))
    pairs.set(text, (pairs.get(text) ?? new Set()).add(english.get(key)!))
  const different = [...pairs]
    .filter(([, texts]) => texts.size > 1)
    .map(([text, texts]) => [text, ...[...texts].toSorted()])
  const byText = (lists: string[][]) => lists.toSorted(([a], [b]) => (a! < b! ? -1 : 1))
  expect(byText(different)).toEqual(byText(several))
})

it('money and moments follow the language of the reader, with these exceptions [decision Q100]', () => {
  const fixed = /\breais\(|, 'pt-BR'\)|\blanguage="pt-BR"/g
  const found = readdirSync(new URL('src/', web), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^i18n\//.test(path))
    .flatMap((path) => (read(`src/${path}`).match(fixed) ?? []).map((use) => `${path}: ${use}`))

  expect(found.toSorted()).toEqual([
    'features/account/dashboard/dashboard-page.tsx: reais(',
    'features/account/orders/orders-page.tsx: reais(',
    'features/admin/tickets/desk/beside.tsx: reais(',
    "features/store/bell/bell-panel.tsx: , 'pt-BR')",
    "features/store/bell/notice-dialog.tsx: , 'pt-BR')",
    "features/store/bell/notice-item.tsx: , 'pt-BR')",
    'features/store/checkout/pix-sheet.tsx: language="pt-BR"',
  ])
})

it('suspended means a pending decision, or is in texts for customers; a ban is called a ban', () => {
  const saying = (language: string, word: RegExp) =>
    textsOf(language)
      .filter(([key, text]) => key.startsWith('admin.json:') && word.test(text))
      .map(([key]) => key.replace('admin.json:', ''))
      .toSorted()

  const waits = [
    'adminOrders.unit.suspended',
    'desk.dispute.open',
    'desk.happened.withdrawal',
    'desk.refundText',
    'licenses.page.suspended',
    'licenses.status.suspended',
  ]

  const toldOfCustomers = [
    'adminStock.revokeText',
    'licenses.deleteActive_one',
    'licenses.deleteActive_other',
    'licenses.revokeText',
    'licenses.revokedText',
  ]

  const all = [...waits, ...toldOfCustomers].toSorted()
  expect(saying('pt-BR', /suspen/i)).toEqual(all)
  expect(saying('en-US', /suspen/i)).toEqual(all)
})
