import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { actOn, stateIn } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

describe('products', () => {
  it('add with limits; the page keeps what is wrong; edit starts from the row [B042, B154, B158, B159, B160, B163]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'products')
    await page.goto('/admin/products?pageOf=new')
    const form = page.getByRole('main')
    const field = (key: string) => form.getByLabel(t('admin', key), { exact: true })
    const save = () => form.getByRole('button', { name: t('admin', 'kit.save') }).click()
    const category = field('adminProducts.category')

    expect(
      await category.evaluate((select) => {
        const { options, selectedIndex } = select as HTMLSelectElement
        return [options[selectedIndex]!.text, [...options].some(({ value }) => value === '')]
      }),
    ).toEqual(['general', false])

    for (const [key, value] of [
      ['adminProducts.price', ''],
      ['adminProducts.currency', 'BRL'],
      ['adminProducts.provider', 'stock'],
      ['adminProducts.statusHead', 'active'],
      ['adminOptions.validity', ''],
      ['adminProducts.maxPerOrder', '10'],
    ] as const)
      expect(await field(key).inputValue(), key).toBe(value)

    await save()
    expect(await form.getByText(t('admin', 'kit.required')).count()).toBe(3)
    await field('adminProducts.name').fill('Chave de prova')
    await field('adminProducts.description').fill('Uma chave para provar o formulário.')
    await field('adminProducts.price').fill('19.9')
    await field('adminProducts.image').fill('javascript:alert(1)')
    await field('adminProducts.provider').selectOption('keyauth')
    await field('adminProducts.level').fill('1000')
    await field('adminOptions.validity').selectOption('days')
    await field('adminOptions.daysField').fill('0')
    await save()
    await form.getByText(t('admin', 'kit.url')).waitFor()
    await form.getByText(t('admin', 'kit.max', { max: 999 })).waitFor()
    await form.getByText(t('admin', 'kit.min', { min: 1 })).waitFor()
    await field('adminProducts.image').fill('https://exemplo.test/a.png')
    await field('adminProducts.level').fill('7')
    await field('adminOptions.daysField').fill('30')
    await save()
    const list = async () => (await api('/api/admin/product?search=Chave%20de%20prova')).products
    await soon(async () => (await list()).length).toBe(1)
    const [made] = await list()

    expect(made).toMatchObject({
      name: 'Chave de prova',
      price: 19.9,
      currency: 'BRL',
      image: 'https://exemplo.test/a.png',
      metadata: { sellerType: 'multiloader', level: 7, expiration: 30 },
    })

    await page.goto('/admin/products?search=Chave+de+prova')
    await actOn(rowOf(page, 'Chave de prova'), t('admin', 'kit.edit'))
    const price = field('adminProducts.price')
    await soon(() => price.inputValue()).toBe('19,90')
    await price.fill('24.50')
    await save()
    await soon(async () => (await list())[0].price).toBe(24.5)
    await context.close()
  })

  it('status and featured change in the row and are undone by the toast, on a phone too [B139, B041] [F141]', async () => {
    const { page, t, context, api } = await staff(shop, phone('en-US'), 'products')

    const { product } = await api('/api/admin/product', {
      method: 'POST',
      body: JSON.stringify({ name: 'Ninja status', description: 'd', price: 5 }),
    })

    await page.goto('/admin/products?search=Ninja+status')
    const row = rowOf(page, 'Ninja status')
    const { badge, choose, shown } = stateIn(page, 'Status of Ninja status')
    const word = (status: string) => t('admin', `adminProducts.status.${status}`)
    const now = async () => (await api(`/api/admin/product/${product.id}`)).product

    for (const next of ['discontinued', 'maintenance', 'inactive', 'active']) {
      await soon(() => badge.isEnabled()).toBe(true)
      await choose(word(next))
      await soon(async () => (await now()).status).toBe(next)
    }

    await soon(() => badge.isEnabled()).toBe(true)
    await choose(word('discontinued'))
    await soon(async () => (await now()).status).toBe('discontinued')
    await soon(() => badge.isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await soon(async () => (await now()).status).toBe('active')
    await soon(shown).toBe(word('active'))
    await actOn(row, t('admin', 'adminProducts.feature'))
    await soon(async () => (await now()).isFeatured).toBe(true)
    await page.getByText('Ninja status was updated.').last().waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await soon(async () => (await now()).isFeatured).toBe(false)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

  it('many at once and back by the toast, and the CSV of what the filter shows', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'products')

    for (const name of ['Zarabatana um', 'Zarabatana dois'])
      await api('/api/admin/product', {
        method: 'POST',
        body: JSON.stringify({ name, description: 'd', price: 5 }),
      })

    const { products: both } = await api('/api/admin/product?search=Zarabatana')
    const one = both.find(({ name }: { name: string }) => name === 'Zarabatana um')

    await api(`/api/admin/product/${one.id}`, {
      method: 'PUT',
      body: JSON.stringify({ status: 'maintenance' }),
    })

    await page.goto('/admin/products?search=Zarabatana')
    await soon(() => page.getByRole('row').count()).toBe(3)
    await page.getByLabel(t('admin', 'kit.selectAll')).check()

    await page
      .getByRole('toolbar')
      .getByRole('button', { name: t('admin', 'adminProducts.deactivate') })
      .click()

    await soon(
      async () => (await api('/api/admin/product?search=Zarabatana&status=inactive')).total,
    ).toBe(2)
    // The undo restores the previous state of each product.
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click()

    const statuses = async () =>
      (await api('/api/admin/product?search=Zarabatana')).products
        .map(({ name, status }: { name: string; status: string }) => `${name}: ${status}`)
        .toSorted()

    await soon(statuses).toEqual(['Zarabatana dois: active', 'Zarabatana um: maintenance'])
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: t('admin', 'kit.csv') }).click()
    const stream = await (await file).createReadStream()
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    expect(text.trim().split('\r\n').length).toBe(3)
    expect(text).toContain('Zarabatana um')
    await context.close()
  })
})

describe('categories', () => {
  it('cards with all they show; add and edit with picker, text field and active flag [B044, B045, B046, B140, B164]', async () => {
    const { page, t, context, api } = await staff(shop, phone(), 'categories')
    const before = (await api('/api/product/list-categories')) as { active: boolean }[]
    const figures = page.getByLabel(t('admin', 'kit.figures'), { exact: true })
    await figures.getByText(String(before.length), { exact: true }).first().waitFor()
    await page.getByRole('button', { name: t('admin', 'categories.add') }).click()
    const form = page.getByRole('dialog', { name: t('admin', 'categories.add') })
    const save = () => form.getByRole('button', { name: t('admin', 'kit.save') }).click()
    expect(
      await form.getByLabel(t('admin', 'categories.color'), { exact: true }).inputValue(),
    ).toBe('#3B82F6')
    expect(await form.getByLabel(t('admin', 'categories.activeField')).isChecked()).toBe(true)
    await save()
    expect(await form.getByText(t('admin', 'kit.required')).count()).toBe(2)
    await form.getByLabel(t('admin', 'categories.name'), { exact: true }).fill('Leitura')
    await form
      .getByLabel(t('admin', 'categories.description'), { exact: true })
      .fill('Livros e revistas.')
    await form.getByLabel(t('admin', 'categories.image'), { exact: true }).fill('nada')
    await form.getByLabel(t('admin', 'categories.color'), { exact: true }).fill('verde')
    await save()
    await form.getByText(t('admin', 'kit.url')).waitFor()
    await form.getByText(t('admin', 'categories.colorInvalid')).waitFor()
    await form.getByLabel(t('admin', 'categories.image'), { exact: true }).fill('')
    await form.getByLabel(t('admin', 'categories.colorPick')).fill('#11aa22')
    expect(
      await form.getByLabel(t('admin', 'categories.color'), { exact: true }).inputValue(),
    ).toBe('#11AA22')
    await save()
    const card = page.getByRole('article', { name: 'Leitura' })
    for (const text of ['Livros e revistas.', '#11AA22', t('admin', 'categories.isActive')])
      await card.getByText(text).waitFor()
    await card.getByText(/^Criada em/).waitFor()
    expect(await card.getByText(/^Atualizada em/).count()).toBe(0)
    await card.getByRole('button', { name: /^Editar/ }).click()
    const edit = page.getByRole('dialog', {
      name: t('admin', 'categories.editTitle', { name: 'Leitura' }),
    })
    await edit.getByLabel(t('admin', 'categories.activeField')).uncheck()
    await edit.getByRole('button', { name: t('admin', 'kit.save') }).click()
    await card.getByText(t('admin', 'categories.isInactive')).waitFor()
    await card.getByText(/^Atualizada em/).waitFor()

    expect(
      ((await api('/api/product/list-categories')) as { name: string; active: boolean }[]).find(
        ({ name }) => name === 'Leitura',
      )?.active,
    ).toBe(false)

    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })
})
