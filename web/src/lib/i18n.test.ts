import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { serverTexts, texts } from './i18n.ts'

describe('the direction of the text', () => {
  it("[S297] is right to left for Arabic, Hebrew, Persian, Urdu and the like, left to right for the shop's own", async () => {
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
  ] as const

  it('none, one and two of a thing in both languages, on the server and in the browser; a million has a text too (S5)', async () => {
    for (const [language, key, expected] of cases) {
      await texts.init({
        lng: language,
        resources: { [language]: given(language) },
        keySeparator: false,
      })
      for (const { t } of [serverTexts(language, given(language)), texts])
        expect(
          [0, 1, 2].map((count) => t(key, { count })),
          `${language} ${key}`,
        ).toEqual(expected)
    }
    expect(
      serverTexts('pt-BR', given('pt-BR')).t('store:shop.productCount', { count: 1_000_000 }),
    ).toBe('1000000 produtos')
  })
})
