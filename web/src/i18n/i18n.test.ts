import { languages } from '@chaveiro/contracts/limits'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { serverTexts, texts } from './i18n.ts'

describe('the direction of the text', () => {
  it("is right to left for Arabic, Hebrew, Persian and Urdu, left to right for the shop's own [S297]", async () => {
    await texts.init({ lng: 'pt-BR', resources: {} })
    expect(
      ['ar', 'ar-EG', 'he', 'fa', 'ur', 'yi', 'ps'].map((language) => texts.dir(language)),
    ).toEqual(Array(7).fill('rtl'))
    expect(['pt-BR', 'en-US', 'es', 'zh'].map((language) => texts.dir(language))).toEqual(
      Array(4).fill('ltr'),
    )
  })
})

describe('counts', () => {
  const given = (language: string) =>
    Object.fromEntries(
      ['store', 'common', 'admin'].map((name) => [
        name,
        JSON.parse(
          readFileSync(
            new URL(`../../public/locales/${language}/${name}.json`, import.meta.url),
            'utf8',
          ),
        ) as Record<string, string>,
      ]),
    )

  const cases = [
    ['pt-BR', 'store:shop.productCount', ['0 produtos', '1 produto', '2 produtos']],
    ['en-US', 'store:shop.productCount', ['0 products', '1 product', '2 products']],
    ['pt-BR', 'common:nav.cart', ['Carrinho, 0 itens', 'Carrinho, 1 item', 'Carrinho, 2 itens']],
    ['en-US', 'common:nav.cart', ['Cart, 0 items', 'Cart, 1 item', 'Cart, 2 items']],
    ['pt-BR', 'admin:desk.seeDeposits', ['0 depósitos', '1 depósito', '2 depósitos']],
    ['en-US', 'admin:desk.seeDeposits', ['0 deposits', '1 deposit', '2 deposits']],
    ['pt-BR', 'admin:adminSales.salesOf', ['0 vendas', '1 venda', '2 vendas']],
    ['en-US', 'admin:adminSales.salesOf', ['0 sales', '1 sale', '2 sales']],
    [
      'pt-BR',
      'admin:desk.deliveredOf',
      ['0 de 0 entregues', '1 de 1 entregue', '2 de 2 entregues'],
    ],
    [
      'en-US',
      'admin:desk.deliveredOf',
      ['0 of 0 delivered', '1 of 1 delivered', '2 of 2 delivered'],
    ],
    [
      'pt-BR',
      'common:bell.unseen',
      ['Notificações não vistas: 0', 'Notificações não vistas: 1', 'Notificações não vistas: 2'],
    ],
    [
      'en-US',
      'common:bell.unseen',
      ['Notifications, 0 unseen', 'Notifications, 1 unseen', 'Notifications, 2 unseen'],
    ],
  ] as const

  it('0, 1, 2, thousands and a million have texts in both languages, on server and in browser [F145]', async () => {
    for (const [language, key, expected] of cases) {
      await texts.init({
        lng: language,
        resources: { [language]: given(language) },
        keySeparator: false,
      })

      for (const { t } of [serverTexts(language, given(language)), texts])
        expect(
          [0, 1, 2].map((count) => t(key, { count, done: count, all: count, badge: count })),
          `${language} ${key}`,
        ).toEqual(expected)
    }

    for (const [language, thousand, million] of [
      ['pt-BR', '1.234 produtos', '1.000.000 produtos'],
      ['en-US', '1,234 products', '1,000,000 products'],
    ] as const) {
      const { t } = serverTexts(language, given(language))
      const many = [1_234, 1_000_000].map((count) => t('store:shop.productCount', { count }))
      expect(many).toEqual([thousand, million])
    }
  })

  it('an amount of money reads well whatever it is, in both languages', () => {
    const values = {
      received: '1,00',
      amount: '1,00',
      less: '1,00',
      more: '1,00',
      taken: '1,00',
      left: '1,00',
      coin: 'USDT',
      network: 'TRX',
    }

    for (const [key, portuguese, english] of [
      [
        'admin:desk.happened.late',
        'Recebido depois do prazo: 1,00.',
        '1,00 arrived after the deadline.',
      ],
      [
        'admin:desk.happened.partial',
        'Recebido 1,00 de 1,00: 1,00 a menos.',
        '1,00 of 1,00 arrived; 1,00 is missing.',
      ],
      [
        'admin:desk.happened.over',
        'Recebido 1,00 para 1,00: 1,00 a mais.',
        '1,00 arrived for 1,00: 1,00 too much.',
      ],
      [
        'admin:desk.happened.held',
        'Recebido 1,00 quando o comprador não podia receber o pedido. Nada foi entregue.',
        '1,00 arrived while the buyer couldn’t receive the order. Nothing was delivered.',
      ],
      [
        'admin:desk.dispute.lost',
        'Contestação perdida: recebido 1,00, tomado de volta 1,00.',
        'Dispute lost: 1,00 received, 1,00 taken back.',
      ],
      ['admin:desk.refunded', 'Devolvido: 1,00.', '1,00 refunded.'],
      ['admin:desk.refundAmount', 'Valor a devolver (até 1,00)', 'Amount to refund (up to 1,00)'],
      [
        'admin:desk.matchDepositText',
        'O depósito de 1,00 USDT (TRX) passa a contar para o pagamento informado.',
        'The deposit of 1,00 USDT (TRX) will count toward the payment you enter.',
      ],
      [
        'admin:desk.closeDepositText',
        'O depósito de 1,00 USDT (TRX) sai das pendências e não serve mais a nenhum pagamento.',
        'The deposit of 1,00 USDT (TRX) leaves this list and can no longer be matched.',
      ],
      [
        'admin:adminOrders.refundText',
        'O cliente recebe 1,00 de volta e as licenças deste pedido deixam de valer.',
        "The customer gets 1,00 back and this order's licences stop working.",
      ],
    ] as const)
      expect(
        languages.map((language) => serverTexts(language, given(language)).t(key, values)),
      ).toEqual([portuguese, english])
  })
})
