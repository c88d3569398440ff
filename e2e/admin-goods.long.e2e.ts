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
  it('add with defaults and limits; the form keeps what is wrong and starts anew after success; edit starts from the row [B042, B154, B158, B159, B160, B163]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'products')
    await page.goto('/admin/products?new=1')
    const form = page.getByRole('dialog', { name: t('admin', 'adminProducts.add') })
    const field = (key: string) =>
      form.getByLabel(t('admin', `adminProducts.${key}`), { exact: true })
    const save = () => form.getByRole('button', { name: t('admin', 'kit.save') }).click()
    // Fields beside each other stand on one line, also where one of them has a hint.
    const top = async (label: string) => (await form.getByLabel(label).boundingBox())!.y
    expect(await top('Validade (dias)')).toBe(await top('Máximo por pedido'))
    const category = field('category')
    expect(
      await category.evaluate((select) => {
        const { options, selectedIndex } = select as HTMLSelectElement
        return [options[selectedIndex]!.text, [...options].some(({ value }) => value === '')]
      }),
    ).toEqual(['general', false])
    for (const [key, value] of [
      ['price', '0'],
      ['currency', 'BRL'],
      ['provider', 'stock'],
      ['statusHead', 'active'],
      ['sellerType', 'multiloader'],
      ['level', '1'],
      ['expiration', '1'],
    ] as const)
      expect(await field(key).inputValue(), key).toBe(value)
    await save()
    expect(await form.getByText(t('admin', 'kit.required')).count()).toBe(2)
    await field('name').fill('Chave de prova')
    await field('description').fill('Uma chave para provar o formulário.')
    await field('price').fill('19.9')
    await field('image').fill('javascript:alert(1)')
    await field('level').fill('1000')
    await field('expiration').fill('')
    await save()
    await form.getByText(t('admin', 'kit.url')).waitFor()
    await form.getByText(t('admin', 'kit.max', { max: 999 })).waitFor()
    await form.getByText(t('admin', 'kit.min', { min: 1 })).waitFor()
    await field('image').fill('https://exemplo.test/a.png')
    await field('level').fill('7')
    await field('expiration').fill('30')
    await save()
    await soon(() => form.count()).toBe(0)
    const {
      products: [made],
    } = await api('/api/admin/product?search=Chave%20de%20prova')
    expect(made).toMatchObject({
      name: 'Chave de prova',
      price: 19.9,
      currency: 'BRL',
      image: 'https://exemplo.test/a.png',
      metadata: { sellerType: 'multiloader', level: 7, expiration: 30 },
    })
    await page.goto('/admin/products?new=1')
    expect([
      await field('name').inputValue(),
      await field('price').inputValue(),
      await field('level').inputValue(),
    ]).toEqual(['', '0', '1'])
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('Chave de prova')
    await actOn(rowOf(page, 'Chave de prova'), t('admin', 'kit.edit'))
    const edit = page.getByRole('dialog', {
      name: t('admin', 'adminProducts.editTitle', { name: 'Chave de prova' }),
    })
    expect(
      await edit.getByLabel(t('admin', 'adminProducts.price'), { exact: true }).inputValue(),
    ).toBe('19.9')
    await edit.getByLabel(t('admin', 'adminProducts.price'), { exact: true }).fill('24.50')
    await edit.getByRole('button', { name: t('admin', 'kit.save') }).click()
    await soon(() => edit.count()).toBe(0)
    await rowOf(page, 'Chave de prova').getByText(/24,50/).waitFor()
    await context.close()
  })

  it('status changes in place from any to any and back by its toast, featured is turned over and back, on a phone too [B139, B041] (S1)', async () => {
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
    // Each goes back to where it was.
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
