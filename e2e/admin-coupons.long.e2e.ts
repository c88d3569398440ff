import { couponTypes } from '@chaveiro/contracts/states'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, headsOf, phone, refuse, rowOf, soon, staff, type Staff } from './admin.ts'
import { actOn, openRow } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => {
  await shop?.close()
})

const coupon = async ({ api }: Staff, code: string, more: object = {}) =>
  (
    await api('/api/admin/cupons', {
      method: 'POST',
      body: JSON.stringify({
        code,
        startDate: '2020-01-01',
        endDate: '2099-12-31',
        value: 10,
        ...more,
      }),
    })
  ).cupom

describe('coupons', () => {
  it('five cards with shares, search, status and type, the columns, pages when they are needed [B054, B055, B056, B059, B152]', async () => {
    for (const given of [desk(), phone('en-US')]) {
      const seen = await staff(shop, given, 'cupons')
      const { page, t, context, api } = seen
      const stats = await api('/api/admin/cupons/stats')
      const figures = page.getByLabel(t('admin', 'kit.figures'), { exact: true })
      const counts = [
        stats.totalCupons,
        stats.activeCupons,
        stats.inactiveCupons,
        stats.expiredCupons,
        stats.upcomingCupons,
      ] as number[]
      await figures.locator('dd').filter({ hasText: '%' }).first().waitFor()
      expect(await figures.locator('dt').allTextContents()).toEqual(
        ['total', 'active', 'inactive', 'expired', 'upcoming'].map((key) =>
          t('admin', `adminCoupons.${key}`),
        ),
      )
      expect(await figures.locator('dd').allTextContents()).toEqual(
        counts.flatMap((count) => [
          String(count),
          new Intl.NumberFormat(given.language, {
            style: 'percent',
            minimumFractionDigits: 1,
            maximumFractionDigits: 1,
          }).format(count / stats.totalCupons),
        ]),
      )
      // A phone's list has no columns, and no row for their heads.
      const heads = given.width >= 768 ? 1 : 0
      if (heads)
        expect(await headsOf(page)).toEqual(
          ['code', 'type', 'value', 'usage', 'validity', 'statusHead']
            .map((key) => t('admin', `adminCoupons.${key}`))
            .concat(t('admin', 'kit.actions')),
        )
      const pages = page.getByRole('navigation', { name: t('admin', 'kit.pages') })
      await pages
        .getByText(t('admin', 'kit.pageOf', { page: 1, pages: Math.ceil(stats.totalCupons / 10) }))
        .waitFor()
      expect(
        await pages.getByRole('button', { name: t('admin', 'kit.previous') }).isDisabled(),
      ).toBe(true)
      await pages.getByRole('button', { name: t('admin', 'kit.next') }).click()
      await soon(() => page.getByRole('table').getByRole('row').count()).toBe(
        heads + stats.totalCupons - 10,
      )
      const status = page.getByLabel(t('admin', 'adminCoupons.statusHead'), { exact: true })
      expect(
        await status
          .locator('option')
          .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
      ).toEqual(['', 'active', 'inactive', 'expired', 'upcoming'])
      for (const [key, count] of [
        ['expired', stats.expiredCupons],
        ['upcoming', stats.upcomingCupons],
        ['inactive', stats.inactiveCupons],
      ] as const) {
        if (!(await status.isVisible()))
          await page.getByRole('button', { name: t('admin', 'kit.filters') }).click()
        await status.selectOption(key)
        await soon(() => page.getByRole('table').getByRole('row').count()).toBe(heads + count)
        await soon(() =>
          page
            .getByRole('row')
            .nth(heads)
            .getByText(t('admin', `adminCoupons.status.${key}`), { exact: true })
            .count(),
        ).toBe(1)
        expect(await pages.count()).toBe(0)
      }
      await status.selectOption('')
      await page
        .getByLabel(t('admin', 'adminCoupons.type'), { exact: true })
        .selectOption('loyalty')
      const {
        total,
        cupons: [loyal],
      } = await api('/api/admin/cupons?type=loyalty')
      await soon(() => page.getByRole('table').getByRole('row').count()).toBe(heads + total)
      await page.getByRole('searchbox').fill(loyal.code.slice(1).toLowerCase())
      await rowOf(page, loyal.code).waitFor()
      await soon(() => new URL(page.url()).searchParams.get('type')).toBe('loyalty')
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await context.close()
    }
  })

  it('the empty text, by the words of the specification [B060]', async () => {
    const { page, context } = await staff(shop, desk(), 'cupons?search=nao-existe-mesmo')
    await page.getByText('Nenhum cupom encontrado', { exact: true }).waitFor()
    await context.close()
  })

  it('values by type, usage with its limit, all of it in the details with products by name [B057, B058, B061, B138, B153]', async () => {
    const seen = await staff(shop, desk(), 'cupons')
    const { page, t, context, api } = seen
    const {
      products: [product],
    } = await api('/api/admin/product?limit=1')
    await coupon(seen, 'valorfixo', {
      type: 'fixed',
      value: 12.5,
      minPurchase: 50,
      maxDiscount: 12.5,
      usageLimit: 40,
      products: [product.id],
    })
    for (const type of couponTypes.filter((one) => one !== 'fixed'))
      await coupon(seen, `PORCENTO-${type}`, { type, value: 7.5 })
    await page.goto('/admin/cupons?search=porcento')
    await soon(() => page.getByRole('table').getByRole('row').count()).toBe(couponTypes.length)
    expect(await page.getByRole('cell').filter({ hasText: '7,5%' }).count()).toBe(
      couponTypes.length - 1,
    )
    await page.goto('/admin/cupons?search=VALORFIXO')
    const row = rowOf(page, 'VALORFIXO')
    await row.getByText(/^R\$\s12,50$/).waitFor()
    await row.getByText('0 / 40').waitFor()
    await openRow(row)
    const dialog = page.getByRole('dialog', {
      name: t('admin', 'adminCoupons.detailsOf', { code: 'VALORFIXO' }),
    })
    for (const text of [
      'VALORFIXO',
      t('admin', 'adminCoupons.type.fixed'),
      /^R\$\s50,00$/,
      '0 / 40',
      product.name,
    ])
      await dialog.getByText(text, { exact: true }).first().waitFor()
    expect(await dialog.getByText(/^R\$\s12,50$/).count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.goto('/admin/cupons?search=PORCENTO-birthday')
    await openRow(rowOf(page, 'PORCENTO-BIRTHDAY'))
    await page
      .getByRole('dialog')
      .getByText(/^R\$\s0,00 · sem limite$/)
      .waitFor()
    await page.getByRole('dialog').getByText(t('admin', 'adminCoupons.allProducts')).waitFor()
    await context.close()
  })

  it('the create form: its fields and defaults, save only with code and both dates and not while saving, numbers fall back to 0 [B062, B063, B064, B137, B175]', async () => {
    for (const given of [desk(), phone('en-US')]) {
      const seen = await staff(shop, given, 'cupons')
      const { page, t, context, api } = seen
      const code = `NOVO${given.width}`
      await page.getByRole('button', { name: t('admin', 'adminCoupons.add') }).click()
      const form = page.getByRole('dialog', { name: t('admin', 'adminCoupons.add') })
      const field = (key: string) =>
        form.getByLabel(t('admin', `adminCoupons.${key}`), { exact: true })
      const save = form.getByRole('button', { name: t('admin', 'kit.save') })
      for (const [key, value] of [
        ['code', ''],
        ['type', 'percentage'],
        ['valuePercent', '0'],
        ['minPurchase', '0'],
        ['maxDiscount', '0'],
        ['startDate', ''],
        ['endDate', ''],
        ['usageLimit', '0'],
      ] as const)
        expect(await field(key).inputValue(), key).toBe(value)
      expect(await field('activeField').isChecked()).toBe(true)
      // A product field and an edit form are not in the specification (Q57).
      expect(await form.getByRole('combobox').count()).toBe(1)
      expect(await save.isDisabled()).toBe(true)
      await field('code').fill(code.toLowerCase())
      await field('startDate').fill('2026-01-01')
      expect(await save.isDisabled()).toBe(true)
      await field('endDate').fill('2025-01-01')
      expect(await save.isDisabled()).toBe(false)
      await save.click()
      await form.getByText(t('admin', 'adminCoupons.dates')).waitFor()
      await field('endDate').fill('2099-01-01')
      await field('code').fill('')
      expect(await save.isDisabled()).toBe(true)
      await field('code').fill(code.toLowerCase())
      await field('valuePercent').fill('')
      await field('usageLimit').fill('')
      await field('minPurchase').focus()
      expect([
        await field('valuePercent').inputValue(),
        await field('usageLimit').inputValue(),
      ]).toEqual(['0', '0'])
      await field('valuePercent').fill('12.5')
      let release = () => {}
      await page.route('**/api/admin/cupons', async (route) => {
        await new Promise<void>((done) => {
          release = done
        })
        await route.continue()
      })
      await save.click()
      await soon(() => save.isDisabled()).toBe(true)
      await soon(() => {
        release()
        return form.count()
      }).toBe(0)
      const {
        cupons: [made],
      } = await api(`/api/admin/cupons?search=${code}`)
      expect(made).toMatchObject({
        code,
        type: 'percentage',
        value: 12.5,
        minPurchase: 0,
        maxDiscount: 0,
        usageLimit: 0,
        active: true,
        products: [],
      })
      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await context.close()
    }
  })

  it('toggles the active flag, back by its toast, and deletes after a question; what was used can be deleted too [B151, B181, Q111] (S1)', async () => {
    const seen = await staff(shop, phone(), 'cupons')
    const { page, t, context, api } = seen
    const made = await coupon(seen, 'LIGADO')
    await page.goto('/admin/cupons?search=LIGADO')
    const row = rowOf(page, 'LIGADO')
    const press = async (key: string) => {
      // On a phone a toast lies over the end of what is seen, which one scrolls up from under it.
      await row.evaluate((one) => one.scrollIntoView({ block: 'center' }))
      await actOn(row, t('admin', key))
    }
    const now = async () => (await api(`/api/admin/cupons/${made.id}`)).cupom
    await press('adminCoupons.deactivate')
    await row.getByText(t('admin', 'adminCoupons.status.inactive'), { exact: true }).waitFor()
    expect((await now()).active).toBe(false)
    await page.getByText('Cupom LIGADO desativado.').waitFor()
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
    await page.getByText('Cupom LIGADO ativado.').waitFor()
    await row.getByText('Ativo', { exact: true }).waitFor()
    expect((await now()).active).toBe(true)
    await press('adminCoupons.deactivate')
    await row.getByText('Inativo', { exact: true }).waitFor()
    await press('adminCoupons.activate')
    await row.getByText(t('admin', 'adminCoupons.status.active'), { exact: true }).waitFor()
    await press('kit.delete')
    const question = page.getByRole('alertdialog', {
      name: t('admin', 'adminCoupons.deleteTitle', { code: 'LIGADO' }),
    })
    await question.getByRole('button', { name: t('admin', 'kit.cancel') }).click()
    expect((await now()).code).toBe('LIGADO')
    await press('kit.delete')
    await question.getByRole('button', { name: t('admin', 'adminCoupons.deleteAct') }).click()
    await page.getByText(t('admin', 'adminCoupons.empty')).waitFor()
    const { cupons } = await api('/api/admin/cupons?limit=100')
    const used = cupons.find((one: { usageCount: number }) => one.usageCount > 0)
    await page.goto(`/admin/cupons?search=${used.code}`)
    await actOn(rowOf(page, used.code), t('admin', 'kit.delete'))
    await page.getByRole('alertdialog').waitFor()
    await context.close()
  })

  it('turns many off, tells how many, and back by the toast those alone that were turned (S1)', async () => {
    const seen = await staff(shop, desk(), 'cupons')
    const { page, context, api } = seen
    const made = [
      await coupon(seen, 'LOTEA'),
      await coupon(seen, 'LOTEB'),
      await coupon(seen, 'LOTEC'),
    ]
    await api(`/api/admin/cupons/${made[2]!.id}/toggle`, {
      method: 'PATCH',
      body: JSON.stringify({ active: false }),
    })
    const active = async () =>
      Promise.all(made.map(async ({ id }) => (await api(`/api/admin/cupons/${id}`)).cupom.active))
    await page.goto('/admin/cupons?search=LOTE')
    await soon(() => page.getByRole('row').count()).toBe(4)
    await page.getByLabel('Selecionar todas as linhas').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Desativar' }).click()
    await page.getByText('2 feitos').waitFor()
    expect(await active()).toEqual([false, false, false])
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
    await page.getByText('2 desfeitos').waitFor()
    expect(await active()).toEqual([true, true, false])
    await context.close()
  })

  it("[B246] errors by the words of the specification, with the server's own text behind them", async () => {
    const seen = await staff(shop, desk())
    const { page, t, context } = seen
    await coupon(seen, 'ERRADO')
    const restore = [
      await refuse(page, '**/toggle', 'Motivo do servidor.', { method: 'PATCH' }),
      await refuse(page, /\/api\/admin\/cupons\/[\w-]+$/, 'Motivo do servidor.', {
        method: 'DELETE',
      }),
      await refuse(page, /\/api\/admin\/cupons\/[\w-]+$/, 'Motivo do servidor.'),
    ]
    await page.goto('/admin/cupons?search=ERRADO')
    const row = rowOf(page, 'ERRADO')
    const told = (text: string) =>
      page
        .getByRole('alert')
        .filter({ hasText: `${text}: Motivo do servidor.` })
        .waitFor()
    await row.getByRole('button', { name: /^Desativar/ }).click()
    await told('Erro ao alterar status do cupom')
    await row.getByRole('button', { name: /^Excluir/ }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('admin', 'adminCoupons.deleteAct') })
      .click()
    await told('Erro ao deletar cupom')
    await openRow(row)
    await told('Erro ao carregar detalhes do cupom')
    await page.keyboard.press('Escape')
    for (const one of restore) await one()
    await page.getByRole('button', { name: t('admin', 'adminCoupons.add') }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(t('admin', 'adminCoupons.code'), { exact: true }).fill('errado')
    await form.getByLabel(t('admin', 'adminCoupons.startDate')).fill('2026-01-01')
    await form.getByLabel(t('admin', 'adminCoupons.endDate')).fill('2026-02-01')
    await form.getByRole('button', { name: t('admin', 'kit.save') }).click()
    await form
      .getByRole('alert')
      .filter({ hasText: 'Erro ao criar cupom: Já existe um cupom com o código ERRADO.' })
      .waitFor()
    await refuse(page, '**/api/admin/cupons?*', 'Motivo do servidor.')
    await page.goto('/admin/cupons')
    await told('Erro ao carregar cupons')
    await context.close()
  })
})
