import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { on, type Answer, type Body } from './answers.ts'
import { longestAnswers } from './longest.ts'
import {
  list,
  month,
  product as sold,
  products,
  quarter,
  savedAs,
} from './product-options-samples.ts'
import { listed } from './samples.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

// Texts typed into number fields, in browsers of both languages: the value that is sent, or the
// field's error. Each form is filled twice, first with wrong values only.

type Category = Body<typeof adminApi.categories.list>[number]

const product = {
  ...sold,
  variantCount: 1,
  provider: 'keyauth' as const,
  metadata: { ...sold.metadata, level: 7 },
}

const answer = { success: true as const, product, data: product }
const [category] = longestAnswers([adminApi.categories.list])[0]!.body as Category[]
const coupon = longestAnswers([adminApi.coupons.read])[0]!.body as never

const replies: Answer[] = [
  on(adminApi.categories.list, [{ ...category!, ...product.category }]),
  on(adminApi.products.read, answer),
  on(adminApi.products.update, { ...answer, roleWarning: null }),
  list(month, quarter),
  products(product),
  on(adminApi.variants.update, savedAs(quarter)),
  on(adminApi.coupons.create, coupon),
  on(adminApi.coupons.list, { success: true, cupons: [], ...listed(0) }),
  ...longestAnswers([adminApi.roles.guild, adminApi.coupons.stats]),
]

type Words = Record<Language, string>

/** A field: a wrong text and its error, a right text and the value that is sent. */
type Row = { label: Words; wrong: string; says: Words; right: string; sends: [string, number] }

type Form = {
  name: string
  path: string
  /** Opens the form and returns the element that contains its fields. */
  open(screen: Screen, language: Language): Promise<Locator>
  ready?(form: Locator, language: Language): Promise<void>
  call: [method: string, path: string]
  rows: Row[]
}

const thousand: Words = {
  'pt-BR': 'Pode ser 1200 ou 1,2. Escreva sem separador de milhar.',
  'en-US': 'Could be 1200 or 1.2. Enter it without a thousands separator.',
}

const whole: Words = {
  'pt-BR': 'Escreva um número inteiro, como 30.',
  'en-US': 'Enter a whole number, such as 30.',
}

const only: Words = {
  'pt-BR': 'Escreva só o número, como 24,90.',
  'en-US': 'Enter only the number, such as 24.90.',
}

const places: Words = {
  'pt-BR': 'Escreva no máximo duas casas decimais, como 24,90.',
  'en-US': 'Use at most two decimal places, such as 24.90.',
}

const row = (
  label: [pt: string, en: string],
  wrong: [typed: string, says: Words],
  right: [typed: string, name: string, value: number],
): Row => ({
  label: { 'pt-BR': label[0], 'en-US': label[1] },
  wrong: wrong[0],
  says: wrong[1],
  right: right[0],
  sends: [right[1], right[2]],
})

const forms: Form[] = [
  {
    name: 'a product',
    path: `/admin/products?pageOf=${product.id}&part=general`,
    open: async (screen) => screen.page.getByRole('main'),
    call: ['PUT', `/api/admin/product/${product.id}`],
    rows: [
      row(['Preço', 'Price'], ['1.200', thousand], ['1,200.00', 'price', 1200]),
      row(['Dias', 'Days'], ['1 ano', whole], ['１０', 'metadata.expiration', 10]),
      row(['Nível', 'Level'], ['2,5', whole], ['12', 'metadata.level', 12]),
      row(['Máximo por pedido', 'Maximum per order'], ['٣', whole], [' 3 ', 'maxPerOrder', 3]),
    ],
  },
  {
    name: 'an option',
    path: `/admin/products?pageOf=${product.id}&part=options`,
    async open(screen, language) {
      await screen.follow('90 dias')
      return screen.dialog(language === 'pt-BR' ? 'Editar 90 dias' : 'Edit 90 dias')
    },
    call: ['PUT', `/api/admin/product/${product.id}/variants/${quarter.id}`],

    rows: [
      row(['Preço (BRL)', 'Price (BRL)'], ['19,9o', only], ['19,90', 'price', 19.9]),
      row(
        ['Preço anterior (BRL)', 'Previous price (BRL)'],
        ['1,200', thousand],
        ['R$ 1.234,56', 'compareAtPrice', 1234.56],
      ),
      row(
        ['Dias', 'Days'],
        [
          '3.650',
          {
            'pt-BR': 'Pode ser 3650 ou 3,65. Escreva sem separador de milhar.',
            'en-US': 'Could be 3650 or 3.65. Enter it without a thousands separator.',
          },
        ],
        ['3650', 'validityDays', 3650],
      ),
      row(['Mínimo por pedido', 'Minimum per order'], ['-1', whole], ['3', 'minQuantity', 3]),
      row(['Máximo por pedido', 'Maximum per order'], ['1e1', whole], ['12', 'maxQuantity', 12]),
      row(
        ['Máximo por cliente', 'Maximum per customer'],
        [
          '10.000',
          {
            'pt-BR': 'Pode ser 10000 ou 10. Escreva sem separador de milhar.',
            'en-US': 'Could be 10000 or 10. Enter it without a thousands separator.',
          },
        ],
        ['1 000', 'perCustomer', 1000],
      ),
    ],
  },
  {
    name: 'a coupon',
    path: '/admin/cupons?new=1',
    open: async (screen) => screen.dialog(),

    async ready(form, language) {
      const [code, start, end] =
        language === 'pt-BR'
          ? ['Código', 'Data de início', 'Data final']
          : ['Code', 'Start date', 'End date']

      await form.getByLabel(code!).fill('VERAO')
      await form.getByLabel(start!).fill('2026-12-01')
      await form.getByLabel(end!).fill('2026-12-26')
    },

    call: ['POST', '/api/admin/cupons'],

    rows: [
      row(['Valor (%)', 'Value (%)'], ['12,3456', places], ['2,5 %', 'value', 2.5]),
      row(
        ['Compra mínima (R$)', 'Minimum purchase (R$)'],
        ['US$ 50', only],
        ['50,5', 'minPurchase', 50.5],
      ),
      row(
        ['Desconto máximo (R$)', 'Maximum discount (R$)'],
        ['1.200', thousand],
        ['1.200,00', 'maxDiscount', 1200],
      ),
      row(['Limite de usos', 'Usage limit'], ['3,9', whole], ['60', 'usageLimit', 60]),
    ],
  },
]

const valueAt = (body: unknown, name: string): unknown =>
  name.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], body as unknown)

describe.each(forms)('the numbers of $name', ({ path, open, ready, call, rows }) => {
  it.each(['pt-BR', 'en-US'] as const)(
    'are read for certain or refused in words: %s',
    async (language) => {
      const screen = await show(path, {
        as: { role: 'admin' },
        language,
        replies,
      })

      const form = await open(screen, language)
      await ready?.(form, language)
      const field = ({ label }: Row) => form.getByLabel(label[language], { exact: true })
      const save = () => screen.press(language === 'pt-BR' ? 'Salvar' : 'Save', form)
      for (const one of rows) await field(one).fill(one.wrong)
      await save()

      const said = (one: Row) =>
        field(one).evaluate((input) => {
          const id = input.getAttribute('aria-describedby') ?? ''
          return [(input as HTMLInputElement).value, document.getElementById(id)?.innerText]
        })

      await expect
        .poll(() => Promise.all(rows.map(said)))
        .toEqual(rows.map(({ wrong, says }) => [wrong, says[language]]))
      expect(screen.sent(...call)).toEqual([])
      for (const one of rows) await field(one).fill(one.right)
      await save()
      await expect.poll(() => screen.sent(...call).length).toBe(1)
      const [body] = screen.sent(...call)
      expect(rows.map(({ sends: [name] }) => [name, valueAt(body, name)])).toEqual(
        rows.map(({ sends }) => sends),
      )
    },
  )
})

it('the number from which staff hear of a low stock is refused in words and stays as typed', async () => {
  const screen = await show('/admin/stock?tab=watch', {
    as: { role: 'admin' },
    replies: longestAnswers(Object.values(adminApi.stock)),
  })

  const table = screen.page.getByRole('table', { name: 'Alertas de estoque' })
  const field = table.getByRole('textbox').first()
  const said = table.getByRole('alert')

  for (const [typed, says] of [
    ['3.650', 'Pode ser 3650 ou 3,65. Escreva sem separador de milhar.'],
    ['1 ano', 'Escreva um número inteiro, como 30.'],
    ['', 'Preencha este campo.'],
  ]) {
    await field.fill(typed!)
    await field.press('Enter')
    await expect.poll(() => said.allInnerTexts()).toEqual([says])
    expect(await field.inputValue()).toBe(typed)
  }

  expect(screen.calls.filter(({ method }) => method === 'PUT')).toEqual([])
})
