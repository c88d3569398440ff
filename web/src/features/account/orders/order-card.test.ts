import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ComponentProps, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished } from 'vitest'

import { api } from '../../../api/call.ts'
import { serverTexts } from '../../../i18n/i18n.ts'
import { setCurrentLanguage } from '../../../i18n/language.ts'
import { defaultSettings } from '../../../state/site.ts'
import { textFiles } from '../../../testing/text-files.ts'
import { OwnedRow } from '../products/owned-row.tsx'
import { OrderCard } from './order-card.tsx'

function drawn(what: ReactNode, keysByMail = false, language: 'pt-BR' | 'en-US' = 'pt-BR'): string {
  const client = new QueryClient()

  client.setQueryData([api.settings.publicSettings.path], {
    ...defaultSettings,
    store: { ...defaultSettings.store, keysByMail },
  })

  const inside = createElement(MemoryRouter, {}, what)

  return renderToString(
    createElement(QueryClientProvider, {
      client,
      children: createElement(I18nextProvider, {
        i18n: serverTexts(language, textFiles(language, 'common', 'account')),
        children: inside,
      }),
    }),
  )
}

/** The visible texts of the markup, one per element. */
const linesOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('\u00a0', ' ').trim())
    .filter((text) => text !== '')

type Order = ComponentProps<typeof OrderCard>['order']
const looks = { image: null, color: '#888888', onSale: true }

const bought = (
  id: string,
  name: string,
  figures: { quantity: number; price: number },
  [variantId, variantName] = [id, ''],
): Order['products'][number] => ({
  id,
  _id: id,
  name,
  variantId,
  variantName,
  ...figures,
  ...looks,
})

const unit = (
  variantId: string,
  productName: string,
  licenseKey: string | null,
  { productId = variantId, status = 'active' }: Partial<Order['units'][number]> = {},
): Order['units'][number] => ({
  productId,
  variantId,
  productName,
  licenseId: null,
  licenseKey,
  status,
})

const order: Order = {
  id: 'o1',
  _id: 'o1',
  orderNumber: 'ORD-000007',
  createdAt: '2026-01-02T12:00:00.000Z',
  status: 'completed',
  paymentMethod: 'pix',
  totalAmount: 50,
  subtotal: 50,
  discount: 0,
  currency: 'BRL',
  products: [
    bought('a', 'Espada', { quantity: 1, price: 10 }),
    bought('b', 'Escudo', { quantity: 2, price: 20 }),
  ],
  licenses: ['ESPA-0001', 'ESCU-0001', 'ESCU-0002'],
  units: [
    unit('a', 'Espada', 'ESPA-0001'),
    unit('b', 'Escudo', 'ESCU-0001'),
    unit('b', 'Escudo', 'ESCU-0002'),
  ],
  pendingUnits: 0,
  timeline: [{ event: 'made', at: '2026-01-02T12:00:00.000Z' }],
  openUntil: null,
  withdrawal: null,
}

const dots = '••••••••••••••••••••••••••••••••'

/** The expanded card of an order. */
const opened = (given: Order) => createElement(OrderCard, { order: given, open: true })

it('an order lists unit prices and keys by product; only an unpaid one links to the payment [F128]', () => {
  const paid = linesOf(drawn(opened(order)))
  expect(paid.join('|')).toContain(`Espada|1 × R$ 10,00|R$ 10,00|${dots}|`)
  expect(paid.join('|')).toContain(`Escudo|2 × R$ 20,00|R$ 40,00|${dots}|`)

  expect(paid.filter((line) => /^(?:Espada|Escudo|•+|ES..-\d+)$/.test(line))).toEqual([
    'Espada',
    dots,
    'Escudo',
    dots,
    dots,
  ])

  const wayToPay = (status: Order['status']) =>
    /<a[^>]*href="([^"]*)"[^>]*>Pagar agora<\/a>/.exec(
      drawn(opened({ ...order, status, units: [], licenses: [] })),
    )?.[1]

  expect(wayToPay('pending')).toBe('/checkout')
  for (const status of ['completed', 'cancelled', 'refunded'] as const)
    expect(wayToPay(status), status).toBeUndefined()
})

it('two variants of one product have their own keys beneath, each under both names [L014]', () => {
  const two = [
    bought('a', 'Editor · 30 dias', { quantity: 1, price: 10 }, ['a', '30 dias']),
    bought('a', 'Editor · Vitalícia', { quantity: 2, price: 90 }, ['v', 'Vitalícia']),
  ]

  const units = [
    unit('a', 'Editor · 30 dias', 'MES-0001'),
    unit('v', 'Editor · Vitalícia', 'VIDA-0001', { productId: 'a' }),
    unit('v', 'Editor · Vitalícia', null, { productId: 'a', status: 'suspended' }),
  ]

  const read = (language: 'pt-BR' | 'en-US') => {
    setCurrentLanguage(language)
    return linesOf(drawn(opened({ ...order, products: two, units }), false, language)).join('|')
  }

  onTestFinished(() => setCurrentLanguage('pt-BR'))

  expect(read('pt-BR')).toContain(
    `Editor · 30 dias|1 × R$ 10,00|R$ 10,00|${dots}|Mostrar|Copiar|` +
      `Editor · Vitalícia|2 × R$ 90,00|R$ 180,00|${dots}|Mostrar|Copiar|` +
      'Editor · Vitalícia: Esta licença está suspensa. Fale com o suporte.|',
  )

  expect(read('en-US')).toContain(
    `Editor · 30 dias|1 × R$10.00|R$10.00|${dots}|Show|Copy|` +
      `Editor · Vitalícia|2 × R$90.00|R$180.00|${dots}|Show|Copy|` +
      'Editor · Vitalícia: This licence is suspended. Talk to support.|',
  )
})

it('a paid order has a line for each suspended licence and none for working ones [decision Q37]', () => {
  const said = (status: Order['status'], language: 'pt-BR' | 'en-US') =>
    linesOf(
      drawn(
        opened({
          ...order,
          status,
          units: [
            unit('a', 'Espada', null, { status: 'suspended' }),
            unit('b', 'Escudo', 'ESCU-0001'),
            unit('b', 'Escudo', null, { status: 'suspended' }),
          ],
        }),
        false,
        language,
      ),
    ).filter((line) => /suspen/i.test(line))

  expect(said('completed', 'pt-BR')).toEqual([
    'Espada: Esta licença está suspensa. Fale com o suporte.',
    'Escudo: Esta licença está suspensa. Fale com o suporte.',
  ])

  expect(said('completed', 'en-US')).toEqual([
    'Espada: This licence is suspended. Talk to support.',
    'Escudo: This licence is suspended. Talk to support.',
  ])

  expect(said('refunded', 'pt-BR')).toEqual([])
})

it('a licence without a key announces a mail only if the shop sends keys by mail [F126]', () => {
  const product: ComponentProps<typeof OwnedRow>['product'] = {
    id: 'u1',
    _id: 'u1',
    name: 'Espada',
    description: '',
    price: 10,
    currency: 'BRL',
    status: 'pending',
    purchaseDate: '2026-01-02T12:00:00.000Z',
    expirationDate: null,
    licenseId: null,
    licenseKey: null,
    orderNumber: 'ORD-000007',
    productId: 'a',
    variantId: 'a',
    ...looks,
  }

  const said = (keysByMail: boolean) =>
    linesOf(drawn(createElement(OwnedRow, { product }), keysByMail)).at(-1)
  expect(said(false)).toBe('A chave está sendo preparada e aparece aqui assim que estiver pronta.')
  expect(said(true)).toBe('A chave está sendo preparada e chega por e-mail.')
})
