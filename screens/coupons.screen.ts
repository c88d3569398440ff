import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import { gift, summer, type Coupon } from './coupon-samples.ts'
import { ids, listed } from './samples.ts'
import { show, type Given } from './show.ts'

const counts = {
  totalCupons: 400,
  activeCupons: 250,
  inactiveCupons: 101,
  expiredCupons: 30,
  upcomingCupons: 16,
  exhaustedCupons: 3,
}

const list = (...cupons: Coupon[]) =>
  on(adminApi.coupons.list, { success: true, cupons, ...listed(cupons.length) })

const one = (cupom: Coupon) => ({ success: true, cupom, data: cupom }) as const

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(summer, gift),
    on(adminApi.coupons.stats, { success: true, ...counts, data: counts }),
    on(adminApi.coupons.read, one(summer)),
    on(adminApi.coupons.create, one(summer)),
    on(adminApi.coupons.update, one(summer)),
    on(adminApi.coupons.toggle, one(gift)),
    on(adminApi.coupons.remove, { success: true }),
  ],
}

const withFirst = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

describe('the coupons of the back office', () => {
  it('show their figures with shares and their rows, every value as it is read [B054, B056, B057]', async () => {
    const screen = await show('/admin/cupons', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total', '400 | 100,0%'],
        ['Ativos', '250 | 62,5%'],
        ['Inativos', '101 | 25,3%'],
        ['Expirados', '30 | 7,5%'],
        ['Agendados', '16 | 4,0%'],
        ['Esgotados', '3 | 0,8%'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['', 'Código', 'Tipo', 'Valor', 'Uso', 'Validade', 'Situação', 'Ações'],
        [
          '',
          'VERAO',
          'Porcentagem',
          '12,5%',
          '1.031 / 2.500',
          '3 jan 2026 – 7 fev 2026',
          'Ativo',
          '',
        ],
        ['', 'BRINDE', 'Valor fixo', 'R$ 1.250,50', '7', '3 jan 2026 – 7 fev 2026', 'Inativo', ''],
      ])

    screen.expectAnswered()
  })

  it('say each type with its value and each state in a word [B153, B057, Q54, Q55]', async () => {
    const kinds = [
      ['percentage', 'active'],
      ['fixed', 'inactive'],
      ['first_purchase', 'expired'],
      ['loyalty', 'upcoming'],
      ['bundle', 'exhausted'],
      ['seasonal', 'active'],
      ['category', 'active'],
      ['birthday', 'active'],
      ['recovery', 'active'],
    ] as const

    const rows = kinds.map(([type, status], i) => ({
      ...summer,
      ...ids(10 + i),
      type,
      status,
      value: 10 + i,
    }))

    const words = async (language: Language) =>
      (await (await show('/admin/cupons', { ...withFirst(list(...rows)), language })).table())
        .slice(1)
        .map((cells) => `${cells[2]} ${cells[3]}: ${cells[6]}`)

    expect(await words('pt-BR')).toEqual([
      'Porcentagem 10%: Ativo',
      'Valor fixo R$ 11,00: Inativo',
      'Primeira compra 12%: Expirado',
      'Fidelidade 13%: Agendado',
      'Combo 14%: Esgotado',
      'Sazonal 15%: Ativo',
      'Categoria 16%: Ativo',
      'Aniversário 17%: Ativo',
      'Recuperação 18%: Ativo',
    ])

    expect(await words('en-US')).toEqual([
      'Percentage 10%: Active',
      'Fixed amount R$11.00: Inactive',
      'First purchase 12%: Expired',
      'Loyalty 13%: Upcoming',
      'Bundle 14%: Used up',
      'Seasonal 15%: Active',
      'Category 16%: Active',
      'Birthday 17%: Active',
      'Recovery 18%: Active',
    ])
  })

  it('open one with all that is known of it [B061, Q56]', async () => {
    const screen = await show('/admin/cupons', setup)
    await screen.follow('VERAO')

    await expect
      .poll(() => screen.facts(screen.dialog('Cupom VERAO')))
      .toEqual([
        ['Código', 'VERAO'],
        ['Tipo', 'Porcentagem'],
        ['Valor', '12,5%'],
        ['Compra mínima (R$)', 'R$ 80,90'],
        ['Desconto máximo (R$)', 'R$ 45,60'],
        ['Uso', '1.031 / 2.500'],
        ['Validade', '3 jan 2026 – 7 fev 2026'],
        ['Situação', 'Ativo'],
        ['Produtos', 'Pincel Pro | Tela Mini'],
        ['Criado em', '2 jan 2024 14:05'],
      ])

    const english = await show('/admin/cupons', {
      ...withFirst(on(adminApi.coupons.read, one(gift))),
      language: 'en-US',
    })

    await english.follow('BRINDE')

    await expect
      .poll(() => english.facts(english.dialog('Coupon BRINDE')))
      .toEqual([
        ['Code', 'BRINDE'],
        ['Type', 'Fixed amount'],
        ['Value', 'R$1,250.50'],
        ['Minimum purchase (R$)', 'R$0.00 · no minimum'],
        ['Maximum discount (R$)', 'R$0.00 · no limit'],
        ['Usage', '7 · no limit'],
        ['Validity', 'Jan 3, 2026 – Feb 7, 2026'],
        ['Status', 'Inactive'],
        ['Products', 'Whole cart'],
        ['Created', 'Jan 2, 2024, 2:05 PM'],
      ])
  })

  it('say why one could not be opened [B246]', async () => {
    const screen = await show(
      '/admin/cupons',
      withFirst(refused(adminApi.coupons.read, 'Este cupom foi excluído.', 404)),
    )

    await screen.follow('VERAO')

    await expect
      .poll(() => screen.lines(screen.dialog('Cupom VERAO')))
      .toEqual([
        'Cupom VERAO',
        'Erro ao carregar detalhes do cupom: Este cupom foi excluído.',
        'Tentar novamente',
      ])
  })

  it('begin with an empty form, say what a type does, and send the typed values [B062, B137, B153, B212]', async () => {
    const form = async (language: Language, title: string, type: string) => {
      const screen = await show('/admin/cupons?new=1', { ...setup, language })
      const dialog = screen.dialog(title)
      const choice = dialog.getByLabel(type, { exact: true })
      const fields = await screen.fields(dialog)
      const hints: string[] = []

      for (let index = 0; index < 9; index++) {
        await choice.selectOption({ index })
        const [label] = (await screen.fields(dialog))[2]!
        const hint = dialog.locator(`[id="${await choice.getAttribute('aria-describedby')}"]`)
        hints.push(`${label}: ${await hint.innerText()}`)
      }

      return { screen, dialog, choice, fields, hints }
    }

    const { screen, dialog, choice, fields, hints } = await form('pt-BR', 'Criar cupom', 'Tipo')

    expect(fields).toEqual([
      ['Código', ''],
      ['Tipo', 'Porcentagem'],
      ['Valor (%)', '0'],
      ['Compra mínima (R$)', '0'],
      ['Desconto máximo (R$)', '0'],
      ['Limite de usos', '0'],
      ['Data de início', ''],
      ['Data final', ''],
      ['Produtos ou opções', ''],
      ['Cupom ativo', true],
    ])

    expect(hints).toEqual([
      'Valor (%): Uma parte do valor da compra.',
      'Valor (R$): Um valor em reais, só para compras em reais.',
      'Valor (%): Porcentagem, para quem nunca concluiu uma compra.',
      'Valor (%): Porcentagem, a partir de 3 compras concluídas.',
      'Valor (%): Porcentagem, com pelo menos 2 produtos diferentes.',
      'Valor (%): Porcentagem, dentro das datas.',
      'Valor (%): Porcentagem, só sobre os produtos e opções escolhidos abaixo.',
      'Valor (%): Porcentagem, dentro das datas.',
      'Valor (%): Porcentagem, para quem já abandonou um carrinho.',
    ])

    const save = dialog.getByRole('button', { name: 'Salvar' })
    await expect.poll(() => save.isDisabled()).toBe(true)
    await dialog.getByLabel('Código').fill('natal')
    await choice.selectOption('Valor fixo')
    await dialog.getByLabel('Valor (R$)').fill('19.9')
    await dialog.getByLabel('Compra mínima (R$)').fill('100.5')
    await dialog.getByLabel('Desconto máximo (R$)').fill('30.25')
    await dialog.getByLabel('Limite de usos').fill('60')
    await dialog.getByLabel('Data de início').fill('2026-12-01')
    await dialog.getByLabel('Data final').fill('2026-11-30')
    await dialog.getByLabel('Cupom ativo').uncheck()
    await save.click()
    await expect
      .poll(() => screen.lines(dialog.getByRole('alert')))
      .toEqual(['A data final não pode ser anterior à data de início.'])
    await dialog.getByLabel('Data final').fill('2026-12-26')
    await save.click()
    await expect.poll(() => screen.toast()).toBe('Cupom VERAO criado.')

    expect(screen.sent('POST', '/api/admin/cupons')).toEqual([
      {
        code: 'natal',
        type: 'fixed',
        value: 19.9,
        minPurchase: 100.5,
        maxDiscount: 30.25,
        usageLimit: 60,
        startDate: '2026-12-01',
        endDate: '2026-12-26',
        active: false,
      },
    ])

    const english = await form('en-US', 'Create coupon', 'Type')

    expect(english.fields).toEqual([
      ['Code', ''],
      ['Type', 'Percentage'],
      ['Value (%)', '0'],
      ['Minimum purchase (R$)', '0'],
      ['Maximum discount (R$)', '0'],
      ['Usage limit', '0'],
      ['Start date', ''],
      ['End date', ''],
      ['Products or options', ''],
      ['Active coupon', true],
    ])

    expect(english.hints).toEqual([
      'Value (%): A percentage of the purchase.',
      'Value (R$): An amount in BRL, only for purchases in BRL.',
      'Value (%): A percentage, for customers who haven’t completed a purchase.',
      'Value (%): A percentage, after 3 completed purchases.',
      'Value (%): A percentage, with at least 2 different products.',
      'Value (%): A percentage, within the dates.',
      'Value (%): A percentage, only on the products and options chosen below.',
      'Value (%): A percentage, within the dates.',
      'Value (%): A percentage, for customers who once abandoned a cart.',
    ])
  })

  it('switch one off and lead back; ask before one is deleted [B151, B176, B213, Q111]', async () => {
    const screen = await show('/admin/cupons', setup)
    await screen.press('Desativar: VERAO')
    await expect.poll(() => screen.toast()).toBe('Cupom VERAO desativado. | Desfazer')
    await screen.press('Desfazer')
    await expect.poll(() => screen.toast()).toBe('Cupom VERAO ativado.')

    expect(screen.sent('PATCH', `/api/admin/cupons/${summer.id}/toggle`)).toEqual([
      { active: false },
      { active: true },
    ])

    await screen.choose('Excluir', 'BRINDE')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir o cupom BRINDE?',
        'O código deixa de valer agora e o cupom some da lista. Pedidos e pagamentos em aberto ficam com o desconto. Isto não pode ser desfeito.',
        'Cancelar',
        'Excluir cupom',
      ])

    await screen.press('Excluir cupom', question)
    await expect.poll(() => screen.toast()).toBe('Cupom BRINDE excluído.')
    expect(screen.sent('DELETE', `/api/admin/cupons/${gift.id}`)).toHaveLength(1)
  })

  it('request the filtered rows, and the next page [B055, B059]', async () => {
    const twoPages = on(adminApi.coupons.list, {
      success: true,
      cupons: [summer],
      total: 11,
      totalPages: 2,
    })

    const path = '/admin/cupons?search=ver&status=expired&type=loyalty'
    const screen = await show(path, withFirst(twoPages))

    expect(await screen.fields()).toEqual(
      expect.arrayContaining([
        ['Situação', 'Expirado'],
        ['Tipo', 'Fidelidade'],
      ]),
    )

    await screen.press('Próxima')
    const queries = () =>
      screen.calls.filter((call) => call.path === '/api/admin/cupons').map(({ query }) => query)
    const query = { limit: '10', search: 'ver', status: 'expired', type: 'loyalty' }

    await expect.poll(queries).toEqual([
      { ...query, page: '1' },
      { ...query, page: '2' },
    ])

    await expect
      .poll(() => screen.lines(screen.page.getByRole('navigation', { name: 'Páginas' })))
      .toEqual(['Anterior', 'Página 2 de 2', 'Próxima'])
  })

  it('take an emptied number as 0, and are not saved twice at a time [B063, B137]', async () => {
    const screen = await show('/admin/cupons?new=1', withFirst(pending(adminApi.coupons.create)))
    const dialog = screen.dialog('Criar cupom')
    const save = dialog.getByRole('button', { name: 'Salvar' })
    await dialog.getByLabel('Código').fill('natal')
    await dialog.getByLabel('Data de início').fill('2026-12-01')
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByLabel('Data final').fill('2026-12-26')
    expect(await save.isDisabled()).toBe(false)
    await dialog.getByLabel('Código').fill('')
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByLabel('Código').fill('natal')
    await dialog.getByLabel('Valor (%)').fill('')
    await dialog.getByLabel('Limite de usos').fill('')
    await dialog.getByLabel('Compra mínima (R$)').focus()

    expect((await screen.fields(dialog)).slice(2, 6)).toEqual([
      ['Valor (%)', '0'],
      ['Compra mínima (R$)', '0'],
      ['Desconto máximo (R$)', '0'],
      ['Limite de usos', '0'],
    ])

    await save.click()
    await expect.poll(() => save.isDisabled()).toBe(true)
  })

  it('show why an action was refused [B246]', async () => {
    const { toggle, remove, create } = adminApi.coupons

    const screen = await show(
      '/admin/cupons',
      withFirst(...[toggle, remove, create].map((call) => refused(call, 'Motivo.', 409))),
    )

    const waitForAlert = (text: string) => screen.page.getByRole('alert').getByText(text).waitFor()
    await screen.press('Desativar: VERAO')
    await waitForAlert('Erro ao alterar status do cupom: Motivo.')
    await screen.choose('Excluir', 'BRINDE')
    await screen.press('Excluir cupom', screen.page.getByRole('alertdialog'))
    await waitForAlert('Erro ao deletar cupom: Motivo.')
    await screen.press('Criar cupom')
    const dialog = screen.dialog()
    await dialog.getByLabel('Código').fill('natal')
    await dialog.getByLabel('Data de início').fill('2026-12-01')
    await dialog.getByLabel('Data final').fill('2026-12-26')
    await screen.press('Salvar', dialog)
    await waitForAlert('Erro ao criar cupom: Motivo.')
  })

  it('show a failed load with its retry, and an empty list [B060, B246]', async () => {
    const screen = await show(
      '/admin/cupons',
      withFirst(
        refused(adminApi.coupons.list, 'A loja está cheia.'),
        refused(adminApi.coupons.stats, 'Não dá.'),
      ),
    )

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total', '-'],
        ['Ativos', '-'],
        ['Inativos', '-'],
        ['Expirados', '-'],
        ['Agendados', '-'],
        ['Esgotados', '-'],
      ])

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Erro ao carregar cupons: A loja está cheia.', 'Tentar novamente'])
    screen.replies.unshift(list())
    await screen.press('Tentar novamente')
    await screen.atRest()
    await expect
      .poll(async () => (await screen.lines()).slice(-3))
      .toEqual(['Nenhum cupom encontrado', 'Crie um cupom ou mude os filtros.', 'Criar cupom'])
  })

  it('show a loading indicator and no data while they load [B007]', async () => {
    const screen = await show('/admin/cupons', withFirst(pending(adminApi.coupons.list)))
    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })

  it('are switched off together and undone by the toast, which names those changed meanwhile [P409]', async () => {
    const done = (from: boolean, version: string) => ({
      id: summer.id,
      name: 'VERAO',
      from,
      version,
    })

    for (const [language, all, act, told, undo, undone, left] of [
      [
        'pt-BR',
        'Selecionar todas as linhas',
        'Desativar',
        '1 feito | Desfazer',
        'Desfazer',
        '1 desfeito',
        'BRINDE foi alterado por outra pessoa e ficou como está.',
      ],
      [
        'en-US',
        'Select all rows',
        'Deactivate',
        '1 done | Undo',
        'Undo',
        '1 undone',
        'BRINDE was changed by someone else and stays as it is.',
      ],
    ] as const) {
      const off = on(adminApi.coupons.bulkActive, {
        success: true,
        done: [done(true, '2026-01-05T10:00:00.000Z')],
        left: [],
      })

      const screen = await show('/admin/cupons', { ...withFirst(off), language })
      await screen.page.getByLabel(all).check()
      await screen.press(act, screen.page.getByRole('toolbar'))
      await expect.poll(() => screen.toast()).toBe(told)

      screen.replies.unshift(
        on(adminApi.coupons.bulkActive, {
          success: true,
          done: [done(false, '2026-01-05T10:00:09.000Z')],
          left: [{ id: gift.id, name: 'BRINDE', why: 'changed' }],
        }),
      )

      await screen.press(undo)
      await expect.poll(() => screen.toast()).toBe(undone)
      await screen.page.getByRole('alert').getByText(left).waitFor()

      expect(screen.sent('POST', '/api/admin/cupons/bulk-active')).toEqual([
        {
          rows: [
            { id: summer.id, to: false },
            { id: gift.id, to: false },
          ],
        },
        { rows: [{ id: summer.id, to: true, version: '2026-01-05T10:00:00.000Z' }] },
      ])
    }
  })
})
