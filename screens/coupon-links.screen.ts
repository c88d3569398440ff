import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer, type Body } from './answers.ts'
import { forLife, list, month, product, products, quarter } from './product-options-samples.ts'
import { ids, listed } from './samples.ts'
import { show, type Given } from './show.ts'

type Coupon = Body<typeof adminApi.coupons.list>['cupons'][number]

const coupon: Coupon = {
  ...ids(1),
  code: 'VERAO',
  type: 'percentage',
  value: 12.5,
  minPurchase: 0,
  maxDiscount: 0,
  usageCount: 0,
  usageLimit: 0,
  startDate: '2026-01-03T03:00:00.000Z',
  endDate: '2026-02-08T02:59:59.000Z',
  active: true,
  status: 'active',
  products: [],
  variants: [{ ...ids(5), name: 'Editor · 90 dias' }],
  createdAt: '2026-01-02T17:05:00.000Z',
  updatedAt: '2026-01-04T18:09:00.000Z',
}

const counts = {
  totalCupons: 1,
  activeCupons: 1,
  inactiveCupons: 0,
  expiredCupons: 0,
  upcomingCupons: 0,
  exhaustedCupons: 0,
}

const alone = { ...product, ...ids(9), name: 'Tela', variantCount: 1 }
const saved = { success: true, cupom: coupon, data: coupon } as const

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    on(adminApi.coupons.list, { success: true, cupons: [coupon], ...listed(1) }),
    on(adminApi.coupons.stats, { success: true, ...counts, data: counts }),
    on(adminApi.coupons.read, saved),
    on(adminApi.coupons.create, saved),
    products(product, alone),
    list(month, quarter, forLife),
  ],
}

async function open(language: Language, ...replies: Answer[]) {
  const screen = await show('/admin/cupons?new=1', {
    ...setup,
    replies: [...replies, ...setup.replies!],
    language,
  })

  const dialog = screen.dialog()
  const pt = language === 'pt-BR'
  const search = dialog.getByLabel(pt ? 'Produtos ou opções' : 'Products or options', {
    exact: true,
  })

  // One evaluation reads id and text, since an error replaces the hint and its id.
  const said = () =>
    search.evaluate(
      (field) => document.getElementById(field.getAttribute('aria-describedby')!)?.innerText,
    )

  return { screen, dialog, search, said }
}

describe('the products of a coupon', () => {
  it('is chosen by name: a product whole, or one option of it, and taken away again [L028]', async () => {
    const { screen, dialog, search, said } = await open('pt-BR')
    await expect
      .poll(said)
      .toBe('Busque pelo nome. Sem escolha, o cupom vale para o carrinho inteiro.')
    await search.fill('ed')
    const offered = async () =>
      (await screen.lines(dialog)).filter((line) => /^(?:Adicionar|Só uma)/.test(line))
    await expect.poll(offered).toEqual(['Adicionar Editor', 'Só uma opção', 'Adicionar Tela'])
    await screen.press('Só uma opção: Editor', dialog)

    await expect
      .poll(offered)
      .toEqual([
        'Adicionar Editor',
        'Só uma opção',
        'Adicionar Editor · 30 dias',
        'Adicionar Editor · 90 dias',
        'Adicionar Editor · Vitalícia',
        'Adicionar Tela',
      ])

    await screen.press('Adicionar Editor · 90 dias', dialog)
    await screen.press('Adicionar Editor · Vitalícia', dialog)
    await screen.press('Adicionar Tela', dialog)
    const chosen = dialog.getByRole('list', { name: 'Produtos e opções do cupom' })
    await expect
      .poll(() => screen.lines(chosen))
      .toEqual(['Tela', 'Editor · 90 dias', 'Editor · Vitalícia'])
    await expect
      .poll(offered)
      .toEqual(['Adicionar Editor', 'Só uma opção', 'Adicionar Editor · 30 dias'])
    await screen.press('Retirar: Editor · Vitalícia', dialog)
    await expect.poll(() => screen.lines(chosen)).toEqual(['Tela', 'Editor · 90 dias'])
    // Enter in the search field does not submit the form.
    await dialog.getByLabel('Código').fill('natal')
    await dialog.getByLabel('Data de início').fill('2026-12-01')
    await dialog.getByLabel('Data final').fill('2026-12-26')
    await search.press('Enter')
    await screen.press('Salvar', dialog)
    await expect.poll(() => screen.toast()).toBe('Cupom VERAO criado.')
    expect(screen.sent('POST', '/api/admin/cupons')).toEqual([
      expect.objectContaining({ code: 'natal', products: [alone.id], variants: [quarter.id] }),
    ])
    screen.expectAnswered()
  })

  it('says when nothing is found [L028]', async () => {
    const { screen, search, said } = await open('en-US')
    screen.replies.unshift(products())
    await search.fill('zz')
    await expect.poll(said).toBe('No product found.')
  })

  it('shows a failed search, and keeps the typed text when the shop refuses [L028]', async () => {
    const { screen, dialog, search, said } = await open(
      'pt-BR',
      refused(adminApi.variants.list, 'Não dá.'),
      refused(
        adminApi.coupons.create,
        'Alguns produtos não existem mais. Escolha outros.',
        400,
        'coupon.unknown_products',
      ),
    )

    await search.fill('ed')
    await screen.press('Só uma opção: Editor', dialog)
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['Erro ao carregar as opções.'])
    await screen.press('Adicionar Editor', dialog)
    await dialog.getByLabel('Código').fill('natal')
    await dialog.getByLabel('Data de início').fill('2026-12-01')
    await dialog.getByLabel('Data final').fill('2026-12-26')
    await screen.press('Salvar', dialog)
    await expect
      .poll(() => dialog.getByRole('alert').allInnerTexts())
      .toEqual(['Erro ao criar cupom: Alguns produtos não existem mais. Escolha outros.'])
    await expect
      .poll(() => screen.lines(dialog.getByRole('list', { name: 'Produtos e opções do cupom' })))
      .toEqual(['Editor'])
    screen.replies.unshift(refused(adminApi.products.list, 'Não dá.'))
    await search.fill('outro')
    await expect.poll(said).toBe('Erro ao carregar produtos.')
  })

  it('is in its details, an option with the name of its product [L028]', async () => {
    const readDetails = async (language: Language) => {
      const screen = await show('/admin/cupons', { ...setup, language })
      await screen.follow('VERAO')
      await screen.atRest()

      return (await screen.facts(screen.dialog())).at(-2)
    }

    expect(await readDetails('pt-BR')).toEqual(['Produtos', 'Editor · 90 dias'])
    expect(await readDetails('en-US')).toEqual(['Products', 'Editor · 90 dias'])
  })
})
