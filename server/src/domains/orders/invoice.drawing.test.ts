import { expect, it } from 'vitest'

import { wordsOf } from '../../testing/pdf-words.ts'
import { drawInvoice } from './invoice.drawing.ts'

it('a receipt of fifteen products is one page, and names a refund right under the total', async () => {
  const { bytes } = await drawInvoice({
    language: 'pt-BR',
    timeZone: 'America/Sao_Paulo',
    site: { siteName: 'Loja da Bia', contactEmail: 'ajuda@loja.test', accentColor: '' },
    paidAt: new Date('2026-03-04T12:00:00Z'),
    customer: { name: 'דוד כהן', email: 'david@exemplo.test' },

    order: {
      id: '01941f29-7c00-7bb2-9c55-0d1f5e0a1042',
      number: 'ORD-001042',
      status: 'refunded',
      currency: 'BRL',
      paymentMethod: 'pix',
      subtotalCents: 7485,
      discountCents: 0,
      couponCode: null,
      totalCents: 7485,
    },

    lines: Array.from({ length: 15 }, (_, at) => ({
      name: `Produto ${at + 1}`,
      quantity: 1,
      unitCents: 499,
    })),
  })

  const pdf = Buffer.from(bytes)
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)

  const lines = wordsOf(pdf).split('\n')
  expect(lines.slice(lines.indexOf('R$ 74,85'))).toEqual([
    'R$ 74,85',
    'Valor devolvido ao cliente.',
    'Pedido ORD-001042',
    'Data 4 de março de 2026',
    'Cliente ןהכ דוד · david@exemplo.test',
    ...Array(20).fill(expect.any(String)),
  ])
})
