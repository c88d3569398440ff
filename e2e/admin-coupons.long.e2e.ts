import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff, type Staff } from './admin.ts'
import { actOn } from './row-acts.ts'
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
  it('the create form has defaults, saves only with code and both dates; no number means 0 [B062, B063, B064, B137, B175]', async () => {
    for (const device of [desk(), phone('en-US')]) {
      const staffWindow = await staff(shop, device, 'cupons')
      const { page, t, context, api } = staffWindow
      const code = `NOVO${device.width}`
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

  it('the active flag changes and is undone by its toast; a used coupon can be deleted too [B151, B181, Q111] [F141]', async () => {
    const staffWindow = await staff(shop, phone(), 'cupons')
    const { page, t, context, api } = staffWindow
    const newCoupon = await coupon(staffWindow, 'LIGADO')
    await page.goto('/admin/cupons?search=LIGADO')
    const row = rowOf(page, 'LIGADO')

    const press = async (key: string) => {
      // On a phone a toast covers the bottom of the window, so the row is scrolled to the middle.
      await row.evaluate((one) => one.scrollIntoView({ block: 'center' }))
      await actOn(row, t('admin', key))
    }

    const now = async () => (await api(`/api/admin/cupons/${newCoupon.id}`)).cupom
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
})
