import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer } from './answers.ts'
import { gift as unlimited, summer as sample, type Coupon } from './coupon-samples.ts'
import { ids, listed } from './samples.ts'
import { show } from './show.ts'

// An existing coupon is edited in the form that created it.

// A coupon that begins at the first second of a day in São Paulo and ends at the last second of a
// day.
const summer: Coupon = {
  ...sample,
  maxDiscount: 1045.6,
  endDate: '2026-02-08T02:59:59.999Z',
  variants: [{ ...ids(5), name: 'Editor · 90 dias' }],
}

const gift: Coupon = {
  ...unlimited,
  usageCount: 1031,
  endDate: summer.endDate,
}

const counts = {
  totalCupons: 2,
  activeCupons: 1,
  inactiveCupons: 1,
  expiredCupons: 0,
  upcomingCupons: 0,
  exhaustedCupons: 0,
}

const saved = { success: true, cupom: summer, data: summer } as const
const path = `/api/admin/cupons/${summer.id}`

async function open(language: Language, code: string, ...replies: Answer[]) {
  const pt = language === 'pt-BR'

  const screen = await show('/admin/cupons', {
    as: { role: 'admin' },
    language,
    replies: [
      ...replies,
      on(adminApi.coupons.list, { success: true, cupons: [summer, gift], ...listed(2) }),
      on(adminApi.coupons.stats, { success: true, ...counts, data: counts }),
      on(adminApi.coupons.update, saved),
    ],
  })

  await screen.press(`${pt ? 'Editar' : 'Edit'}: ${code}`)
  const dialog = screen.dialog(pt ? `Editar o cupom ${code}` : `Edit coupon ${code}`)
  const chosen = dialog.getByRole('list', {
    name: pt ? 'Produtos e opções do cupom' : 'Products and options in the coupon',
  })
  await dialog.waitFor()

  return { screen, dialog, chosen }
}

describe('the form of a coupon that exists', () => {
  it('shows its values in both languages, days by the clock of the shop', async () => {
    const pt = await open('pt-BR', 'VERAO')

    await expect
      .poll(() => pt.screen.fields(pt.dialog))
      .toEqual([
        ['Código', 'VERAO'],
        ['Tipo', 'Porcentagem'],
        ['Valor (%)', '12,5'],
        ['Compra mínima (R$)', '80,90'],
        ['Desconto máximo (R$)', '1045,60'],
        ['Limite de usos', '2500'],
        ['Data de início', '2026-01-03'],
        ['Data final', '2026-02-07'],
        ['Produtos ou opções', ''],
        ['Cupom ativo', true],
      ])

    await expect
      .poll(() => pt.screen.lines(pt.chosen))
      .toEqual(['Pincel Pro', 'Tela Mini', 'Editor · 90 dias'])

    const en = await open('en-US', 'BRINDE')

    await expect
      .poll(() => en.screen.fields(en.dialog))
      .toEqual([
        ['Code', 'BRINDE'],
        ['Type', 'Fixed amount'],
        ['Value (R$)', '1250.50'],
        ['Minimum purchase (R$)', '0'],
        ['Maximum discount (R$)', '0'],
        ['Usage limit', '0'],
        ['Start date', '2026-01-03'],
        ['End date', '2026-02-07'],
        ['Products or options', ''],
        ['Active coupon', false],
      ])

    expect(await en.chosen.count()).toBe(0)
  })

  it('sends only changed fields, and nothing without a change', async () => {
    const { screen, dialog, chosen } = await open('pt-BR', 'VERAO')
    await screen.press('Salvar', dialog)
    await expect.poll(() => dialog.count()).toBe(0)
    expect(screen.sent('PUT', path)).toEqual([])

    await screen.press('Editar: VERAO')
    await dialog.getByLabel('Data final').fill('2026-03-31')
    await screen.press('Salvar', dialog)
    await expect.poll(() => screen.toast()).toBe('Cupom VERAO atualizado.')

    await screen.press('Editar: VERAO')
    await dialog.getByLabel('Código').fill('outono')
    await dialog.getByLabel('Tipo').selectOption('Valor fixo')
    await dialog.getByLabel('Valor (R$)').fill('19,90')
    await dialog.getByLabel('Compra mínima (R$)').fill('')
    await dialog.getByLabel('Desconto máximo (R$)').fill('R$ 1.200,00')
    await dialog.getByLabel('Limite de usos').fill('3000')
    await dialog.getByLabel('Data de início').fill('2026-01-05')
    await dialog.getByLabel('Cupom ativo').uncheck()
    await screen.press('Retirar: Tela Mini', dialog)
    await screen.press('Retirar: Editor · 90 dias', dialog)
    await expect.poll(() => screen.lines(chosen)).toEqual(['Pincel Pro'])
    await screen.press('Salvar', dialog)
    await expect.poll(() => dialog.count()).toBe(0)

    expect(screen.sent('PUT', path)).toEqual([
      { endDate: '2026-03-31' },
      {
        code: 'outono',
        type: 'fixed',
        value: 19.9,
        minPurchase: 0,
        maxDiscount: 1200,
        usageLimit: 3000,
        startDate: '2026-01-05',
        active: false,
        products: ['11111111-0000-4000-8000-000000000002'],
        variants: [],
      },
    ])

    screen.expectAnswered()
  })

  it('says at the field, or above the buttons, why it was not saved', async () => {
    const limit = 'Este cupom já tem 1031 usos: o limite não pode ser menor.'
    const takenMessage = 'Já existe um cupom com o código BRINDE.'

    const { screen, dialog } = await open(
      'pt-BR',
      'VERAO',
      refused(adminApi.coupons.update, limit, 409, 'coupon.limit'),
    )

    const said = () => dialog.getByRole('alert').allInnerTexts()

    const under = (label: string) =>
      dialog
        .getByLabel(label)
        .evaluate(
          (field) => document.getElementById(field.getAttribute('aria-describedby')!)?.innerText,
        )

    await dialog.getByLabel('Data final').fill('2026-01-02')
    await dialog.getByLabel('Compra mínima (R$)').fill('1.200')
    await screen.press('Salvar', dialog)

    await expect
      .poll(said)
      .toEqual([
        'Pode ser 1200 ou 1,2. Escreva sem separador de milhar.',
        'A data final não pode ser anterior à data de início.',
      ])

    expect(screen.sent('PUT', path)).toEqual([])

    await dialog.getByLabel('Data final').fill('2026-02-07')
    await dialog.getByLabel('Compra mínima (R$)').fill('80,90')
    await dialog.getByLabel('Limite de usos').fill('10')
    await screen.press('Salvar', dialog)
    await expect.poll(said).toEqual([limit])
    expect(await under('Limite de usos')).toBe(limit)

    screen.replies.unshift(refused(adminApi.coupons.update, takenMessage, 409, 'coupon.code_taken'))
    await dialog.getByLabel('Código').fill('BRINDE')
    await screen.press('Salvar', dialog)
    await expect.poll(() => under('Código')).toBe(takenMessage)

    screen.replies.unshift(refused(adminApi.coupons.update, 'Motivo.', 404, 'coupon.not_found'))
    await screen.press('Salvar', dialog)
    await expect.poll(said).toEqual(['Erro ao atualizar cupom: Motivo.'])
    expect(await dialog.getByLabel('Limite de usos').inputValue()).toBe('10')
  })

  it('asks before a product that was taken away is forgotten', async () => {
    const { screen, dialog } = await open('en-US', 'VERAO')
    await screen.press('Remove: Tela Mini', dialog)
    await screen.page.keyboard.press('Escape')
    await expect
      .poll(() => screen.page.getByRole('alertdialog').innerText())
      .toContain('Leave without saving?')
  })
})
