import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Providers } from '../../../app/providers.tsx'
import { api } from '../../../lib/call.ts'
import { serverTexts } from '../../../lib/i18n.ts'
import { defaultSettings } from '../../../lib/site.ts'
import { textFiles } from '../../../testing/text-files.ts'
import { paymentQuery, type PaymentStatusReply } from '../shared/payment.ts'
import { Page } from './success-page.tsx'

const paid: PaymentStatusReply = {
  success: true,
  status: 'completed',
  payment: {
    paymentId: 'p1',
    cartId: 'c1',
    customer: { name: 'Bia' },
    currency: 'BRL',
    amount: 10,
    originalAmount: 10,
    discount: { applied: false, cupomCode: null, amount: 0 },
    productName: 'Espada',
    paymentMethod: 'pix',
    origin: 'site',
    discordMessageId: null,
    discordChannelId: null,
    createdAt: '2026-01-02T12:00:00.000Z',
    expiresAt: null,
    reason: null,
    held: false,
    received: null,
  },
  cartItems: [{ product: { name: 'Espada', price: 10, image: null }, quantity: 1 }],
  owner: {
    orderId: 'o1',
    orderNumber: 'ORD-000007',
    units: [{ productName: 'Espada', licenseKey: null, status: 'pending', expirationDate: null }],
    pix: null,
    crypto: null,
    card: null,
    replacedBy: null,
  },
}

/** What the success page of a paid order says whose key still waits. */
function said(language: 'pt-BR' | 'en-US', keysByMail: boolean): string {
  const client = new QueryClient()
  client.setQueryData([api.settings.publicSettings.path], {
    ...defaultSettings,
    store: { ...defaultSettings.store, keysByMail },
  })
  client.setQueryData(paymentQuery('efybank', 'p1').queryKey, paid)
  return renderToString(
    createElement(
      Providers,
      {
        texts: serverTexts(language, textFiles(language, 'common', 'result')),
        client,
        children: null,
      },
      createElement(
        MemoryRouter,
        { initialEntries: ['/success?payment_id=p1'] },
        createElement(Page),
      ),
    ),
  )
}

it('the page of a paid order promises the key by mail only while the shop sends it (B6)', () => {
  for (const [language, own, mailed] of [
    [
      'pt-BR',
      [
        'Pedido ORD-000007. O recibo vai para o seu e-mail.',
        'Preparando a sua chave. Ela aparece aqui e na sua conta assim que estiver pronta.',
      ],
      [
        'Pedido ORD-000007. Enviamos também uma cópia por e-mail.',
        'Preparando a sua chave. Ela aparece aqui e chega por e-mail assim que estiver pronta.',
      ],
    ],
    [
      'en-US',
      [
        'Order ORD-000007. The receipt goes to your email.',
        'Your key is being prepared. It shows here and in your account as soon as it is ready.',
      ],
      [
        'Order ORD-000007. We have sent a copy by email too.',
        'Your key is being prepared. It shows here and arrives by email as soon as it is ready.',
      ],
    ],
  ] as const)
    for (const keysByMail of [false, true]) {
      const page = said(language, keysByMail)
      expect(
        [own, mailed].map((texts) => texts.map((text) => page.includes(text))),
        `${language} ${keysByMail}`,
      ).toEqual(
        keysByMail
          ? [
              [false, false],
              [true, true],
            ]
          : [
              [true, true],
              [false, false],
            ],
      )
    }
})
