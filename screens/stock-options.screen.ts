import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import { show, type Given } from './show.ts'

type Key = Body<typeof adminApi.stock.list>['licenses'][number]
type Entry = Body<typeof adminApi.stock.products>['products'][number]

const entry = (number: number, variantName: string, available: number): Entry => ({
  ...ids(number),
  productId: ids(1).id,
  name: `Editor · ${variantName}`,
  productName: 'Editor',
  variantName,
  available,
  waiting: 0,
  threshold: 5,
  lowSince: null,
  soldIn30Days: 0,
  daysLeft: null,
  awaited: 0,
})

const month = entry(1, '30 dias', 1200)
const quarter = { ...entry(5, '90 dias', 4), waiting: 2 }

const alone: Entry = {
  ...entry(9, '', 60),
  productId: ids(9).id,
  name: 'Tela',
  productName: 'Tela',
}

const key: Key = {
  ...ids(20),
  licenseKey: 'AAAA-BBBB-CCCC-1234',
  maskedKey: '••••1234',
  product: { ...ids(1), name: 'Editor', variant: { ...ids(5), name: '90 dias' } },
  productId: ids(1).id,
  status: 'available',
  usedBy: null,
  sold: false,
  orderId: null,
  orderNumber: null,
  createdAt: '2026-02-03T17:05:00.000Z',
  updatedAt: '2026-02-08T20:33:00.000Z',
}

const counts = {
  totalLicenses: 1,
  availableLicenses: 1,
  usedLicenses: 0,
  revokedLicenses: 0,
  reservedLicenses: 0,
}

const setup: Given = {
  as: { role: 'admin' },

  replies: [
    on(adminApi.stock.list, { success: true, licenses: [key], ...listed(1) }),
    on(adminApi.stock.stats, { success: true, ...counts, data: counts }),
    on(adminApi.stock.products, { success: true, products: [month, quarter, alone] }),
    on(adminApi.stock.read, { success: true, ...key, license: key, data: key }),
    on(adminApi.stock.add, {
      success: true,
      message: 'ok',
      dryRun: false,
      added: 1,
      skipped: 0,
      lines: [{ line: 1, result: 'accepted' }],
    }),
  ],
}

const optionsOf = (choice: { allInnerTexts(): Promise<string[]> }) => choice.allInnerTexts()

describe('the stock of a product with several options', () => {
  it('names a key’s product with its option, in the list and in its details [L015]', async () => {
    const screen = await show('/admin/stock', setup)
    await expect.poll(async () => (await screen.table())[1]![2]).toBe('Editor · 90 dias')
    await screen.follow('••••1234')
    await screen.atRest()
    await expect
      .poll(async () => (await screen.facts(screen.dialog()))[1])
      .toEqual(['Produto', 'Editor · 90 dias'])
    screen.expectAnswered()
  })

  it('is searched and filtered by state [B050]', async () => {
    const screen = await show('/admin/stock?search=1234&status=used', setup)
    await screen.atRest()
    const [listed] = screen.calls.filter(({ path }) => path === '/api/admin/stock')
    expect(listed!.query).toEqual({ page: '1', limit: '10', search: '1234', status: 'used' })
  })

  it('is filtered by product, and then by option [B050, L015]', async () => {
    const filter = async (language: Language, product: string, option: string) => {
      const screen = await show('/admin/stock', { ...setup, language })
      const choice = screen.page.getByLabel(option, { exact: true })
      await expect.poll(() => choice.count()).toBe(0)
      await screen.page.getByLabel(product, { exact: true }).selectOption('Editor')
      await expect.poll(() => choice.count()).toBe(1)

      return { screen, choice, options: await optionsOf(choice.locator('option')) }
    }

    const { screen, choice, options } = await filter('pt-BR', 'Produto', 'Opção')
    expect(options).toEqual(['Todas as opções', '30 dias', '90 dias'])

    const asks = () =>
      screen.calls
        .filter(({ path }) => path === '/api/admin/stock')
        .map(({ query }) => [query.productId, query.variantId])

    // Waits until this call is sent, since the next choice would replace it.
    await expect.poll(() => asks().at(-1)).toEqual([ids(1).id, undefined])
    await choice.selectOption('90 dias')
    await expect.poll(() => asks().at(-1)).toEqual([ids(1).id, ids(5).id])

    expect(asks()).toEqual([
      [undefined, undefined],
      [ids(1).id, undefined],
      [ids(1).id, ids(5).id],
    ])

    // The chosen option belongs to another product, so the filter drops it.
    await screen.page.getByLabel('Produto', { exact: true }).selectOption('Tela')
    await expect.poll(() => asks().at(-1)).toEqual([ids(9).id, undefined])
    await expect.poll(() => choice.count()).toBe(0)

    expect((await filter('en-US', 'Product', 'Option')).options).toEqual([
      'All options',
      '30 dias',
      '90 dias',
    ])
  })

  it('gets its keys for the option that is chosen; a product with one asks for none [L015]', async () => {
    const add = async (language: Language, product: string, option: string) => {
      const screen = await show('/admin/stock?new=1', { ...setup, language })
      const dialog = screen.dialog()
      const [first, second] = [product, option].map((label) =>
        dialog.getByLabel(label, { exact: true }),
      )
      await first!.selectOption({ index: 1 })
      await second!.waitFor()
      await dialog.getByRole('textbox').fill('K-1')

      return {
        screen,
        dialog,
        second: second!,
        told: [
          await optionsOf(first!.locator('option')),
          await optionsOf(second!.locator('option')),
        ],
      }
    }

    const { screen, dialog, second, told } = await add('pt-BR', 'Produto', 'Opção')

    expect(told).toEqual([
      ['Escolha um produto', 'Editor (disponíveis: 1.204)', 'Tela (disponíveis: 60)'],
      ['Escolha uma opção', '30 dias (disponíveis: 1.200)', '90 dias (disponíveis: 4)'],
    ])

    const save = dialog.getByRole('button', { name: 'Adicionar', exact: true })
    await expect.poll(() => save.isDisabled()).toBe(true)
    await second.selectOption({ index: 2 })
    await save.click()
    await expect.poll(() => screen.toast()).toBe('1 licença adicionada.')
    const sent = { productId: ids(1).id, variantId: ids(5).id, licenses: ['K-1'] }

    expect(screen.sent('POST', '/api/admin/stock')).toEqual([
      { ...sent, dryRun: true },
      { ...sent, dryRun: false },
    ])

    expect((await add('en-US', 'Product', 'Option')).told).toEqual([
      ['Choose a product', 'Editor (1,204 available)', 'Tela (60 available)'],
      ['Choose an option', '30 dias (1,200 available)', '90 dias (4 available)'],
    ])

    const other = await show('/admin/stock?new=1', setup)
    await other.dialog().getByLabel('Produto', { exact: true }).selectOption({ index: 2 })
    await other.dialog().getByRole('textbox').fill('K-2')
    await expect.poll(() => other.dialog().getByLabel('Opção', { exact: true }).count()).toBe(0)
    await other.press('Conferir linhas', other.dialog())
    await expect
      .poll(() => other.sent('POST', '/api/admin/stock'))
      .toEqual([{ productId: ids(9).id, licenses: ['K-2'], dryRun: true }])
  })

  it('who waits is served with the right option chosen at once [L015, L016]', async () => {
    const screen = await show('/admin/stock', setup)
    await screen.press('Editor · 90 dias: 2 à espera')

    await expect
      .poll(() => screen.fields(screen.dialog()))
      .toEqual([
        ['Produto', 'Editor (disponíveis: 1.204)'],
        ['Opção', '90 dias (disponíveis: 4)'],
        ['Licenças, uma por linha', ''],
      ])

    await expect
      .poll(() => screen.page.evaluate(() => document.activeElement?.tagName))
      .toBe('TEXTAREA')
  })
})
