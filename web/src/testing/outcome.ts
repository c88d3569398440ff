import { QueryClient } from '@tanstack/react-query'
import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'

import { api } from '../api/call.ts'
import { Providers } from '../app/providers.tsx'
import { paymentQuery, type PaymentStatusReply } from '../features/store/shared/payment.ts'
import { serverTexts } from '../i18n/i18n.ts'
import { defaultSettings } from '../state/site.ts'
import { textFiles } from './text-files.ts'

/** A paid order whose key is still pending. */
export const paidReply: PaymentStatusReply = {
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

    units: [
      {
        productName: 'Espada',
        variantId: 'v1',
        licenseId: null,
        licenseKey: null,
        status: 'pending',
        expirationDate: null,
      },
    ],

    pix: null,
    crypto: null,
    card: null,
    replacedBy: null,
  },
}

/** Renders the page of a payment's outcome for one reply and settings. */
export function renderOutcome(
  Page: ComponentType,
  answer: PaymentStatusReply,
  language: 'pt-BR' | 'en-US',
  settings: Partial<typeof defaultSettings> = {},
): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData([api.settings.publicSettings.path], { ...defaultSettings, ...settings })
  queryClient.setQueryData(paymentQuery('efybank', 'p1').queryKey, answer)

  return renderToString(
    createElement(
      Providers,
      {
        texts: serverTexts(language, textFiles(language, 'common', 'result')),
        client: queryClient,
        children: null,
      },
      createElement(
        MemoryRouter,
        { initialEntries: ['/outcome?payment_id=p1'] },
        createElement(Page),
      ),
    ),
  )
}
