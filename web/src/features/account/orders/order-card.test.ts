import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ComponentProps, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { api } from '../../../api/call.ts'
import { serverTexts } from '../../../i18n/i18n.ts'
import { defaultSettings } from '../../../state/site.ts'
import { textFiles } from '../../../testing/text-files.ts'
import { OwnedCard } from '../products/owned-card.tsx'
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

/** What a person reads, a line break between elements. */
const linesOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('\u00a0', ' ').trim())
    .filter((text) => text !== '')

type Order = ComponentProps<typeof OrderCard>['order']
const looks = { image: null, color: '#888888', onSale: true }
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
    { id: 'a', _id: 'a', name: 'Espada', quantity: 1, price: 10, ...looks },
    { id: 'b', _id: 'b', name: 'Escudo', quantity: 2, price: 20, ...looks },
  ],
  licenses: ['ESPA-0001', 'ESCU-0001', 'ESCU-0002'],
  units: [
    {
      productId: 'a',
      productName: 'Espada',
      licenseId: null,
      licenseKey: 'ESPA-0001',
      status: 'active',
    },
    {
      productId: 'b',
      productName: 'Escudo',
      licenseId: null,
      licenseKey: 'ESCU-0001',
      status: 'active',
    },
    {
      productId: 'b',
      productName: 'Escudo',
      licenseId: null,
      licenseKey: 'ESCU-0002',
      status: 'active',
    },
  ],
  pendingUnits: 0,
  timeline: [{ event: 'made', at: '2026-01-02T12:00:00.000Z' }],
  openUntil: null,
  withdrawal: null,
}
/** The card as it is once it was opened. */
const opened = (given: Order) => createElement(OrderCard, { order: given, open: true })

it('an order says what a unit costs and each key under its product; one that waits for money leads to the payment, no other does (B8)', () => {
  const paid = linesOf(drawn(opened(order)))
  expect(paid.join('|')).toContain('Espada|1 × R$ 10,00|R$ 10,00|ESPA-0001|')
  expect(paid.join('|')).toContain('Escudo|2 × R$ 20,00|R$ 40,00|ESCU-0001|')
  expect(paid.filter((line) => /^(?:Espada|Escudo|ES..-\d+)$/.test(line))).toEqual([
    'Espada',
    'ESPA-0001',
    'Escudo',
    'ESCU-0001',
    'ESCU-0002',
  ])
  const wayToPay = (status: Order['status']) =>
    /<a[^>]*href="([^"]*)"[^>]*>Pagar agora<\/a>/.exec(
      drawn(opened({ ...order, status, units: [], licenses: [] })),
    )?.[1]
  expect(wayToPay('pending')).toBe('/checkout')
  for (const status of ['completed', 'cancelled', 'refunded'] as const)
    expect(wayToPay(status), status).toBeUndefined()
})

it('a paid order says which of its licences are suspended, in a line each; what works has none (Q37)', () => {
  const said = (status: Order['status'], language: 'pt-BR' | 'en-US') =>
    linesOf(
      drawn(
        opened({
          ...order,
          status,
          units: [
            {
              productId: 'a',
              productName: 'Espada',
              licenseId: null,
              licenseKey: null,
              status: 'suspended',
            },
            {
              productId: 'b',
              productName: 'Escudo',
              licenseId: null,
              licenseKey: 'ESCU-0001',
              status: 'active',
            },
            {
              productId: 'b',
              productName: 'Escudo',
              licenseId: null,
              licenseKey: null,
              status: 'suspended',
            },
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

it('a licence that waits for its key promises it by mail only while the shop sends it (B6)', () => {
  const product: ComponentProps<typeof OwnedCard>['product'] = {
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
    ...looks,
  }
  const said = (keysByMail: boolean) =>
    linesOf(drawn(createElement(OwnedCard, { product }), keysByMail)).at(-1)
  expect(said(false)).toBe('A chave está sendo preparada e aparece aqui assim que estiver pronta.')
  expect(said(true)).toBe('A chave está sendo preparada e chega por e-mail.')
})
