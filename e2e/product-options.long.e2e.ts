import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { actOn } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

type Told = { name: string; price: number; compareAtPrice: number | null; stock: string }

/** The options of a product on sale, in the shop's order. */
const sold = async (id: string) =>
  ((await shop.api(`/api/product/detail/${id}`)) as { variants: Told[] }).variants.map(
    ({ name, price, compareAtPrice, stock }) => [name, price, compareAtPrice, stock],
  )

const field = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true })

const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Salvar', exact: true }).click()

describe.each([desk(), phone()])('the options of a product at $width px', (given) => {
  it('are added, edited in parallel, ordered by keyboard, stocked, switched off and deleted [L035]', async () => {
    const { page, api, context, complaints } = await staff(shop, given, 'products')
    const name = `Editor ${given.width}`
    const post = (path: string, body: object, method = 'POST') =>
      api(path, { method, body: JSON.stringify(body) })
    const { product } = await post('/api/admin/product', { name, description: 'd', price: 24.9 })
    await page.goto(`/admin/products?search=${encodeURIComponent(name)}`)
    await actOn(rowOf(page, name), 'Editar')
    await page.getByRole('button', { name: 'Opções', exact: true }).click()
    await page.getByText('Este produto é vendido de um só jeito.').waitFor()

    for (const [first, option, price, days] of [
      ['30 dias', '90 dias', '59.9', '90'],
      [null, 'Anual', '199', '365'],
    ] as const) {
      await page.getByRole('button', { name: 'Adicionar opção' }).click()
      if (first) await field(page, 'Nome da opção que já existe').fill(first)
      await field(page, 'Nome da nova opção').fill(option)
      await field(page, 'Preço (BRL)').fill(price)
      await field(page, 'Dias').fill(days)
      await save(page)
      await page.getByText(`A opção ${option} foi adicionada.`).waitFor()
      await rowOf(page, option).waitFor()
    }

    await soon(() => sold(product.id)).toEqual([
      ['30 dias', 24.9, null, 'out'],
      ['90 dias', 59.9, null, 'out'],
      ['Anual', 199, null, 'out'],
    ])

    // Another person changes the option while it is being edited.
    await actOn(rowOf(page, '90 dias'), 'Editar')
    await field(page, 'Preço anterior (BRL)').fill('99.9')
    const { variants } = await api(`/api/admin/product/${product.id}/variants`)
    const path = `/api/admin/product/${product.id}/variants/${variants[1].id}`
    await post(path, { price: 64.9 }, 'PUT')
    await save(page)
    await page.getByText('Agora: Preço: R$ 64,90').waitFor()
    expect(await field(page, 'Preço anterior (BRL)').inputValue()).toBe('99.9')
    await save(page)
    await page.getByText('90 dias: alterações salvas.').waitFor()

    const up = page.getByRole('button', { name: 'Subir: Anual' })
    await up.focus()
    await up.press('Enter')
    await page.keyboard.press('Enter')

    await soon(() => sold(product.id)).toEqual([
      ['Anual', 199, null, 'out'],
      ['30 dias', 24.9, null, 'out'],
      ['90 dias', 64.9, 99.9, 'out'],
    ])

    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)

    await rowOf(page, '90 dias').getByRole('link', { name: '0 livres' }).click()
    await page.getByRole('button', { name: 'Adicionar licenças' }).first().click()
    await field(page, 'Opção').selectOption({ label: '90 dias (disponíveis: 0)' })
    await field(page, 'Licenças, uma por linha').fill(`OPCAO-${given.width}-0001`)
    await page.getByRole('dialog').getByRole('button', { name: 'Adicionar', exact: true }).click()
    await page.getByText('1 licença adicionada.').waitFor()
    await soon(() => sold(product.id)).toContainEqual(['90 dias', 64.9, 99.9, 'low'])

    await page.goto(`/admin/products?pageOf=${product.id}&part=options`)
    await actOn(rowOf(page, '30 dias'), 'Desativar')
    await page.getByText('A opção 30 dias saiu da loja.').waitFor()
    await actOn(rowOf(page, 'Anual'), 'Excluir')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir opção' }).click()
    await page.getByText('A opção Anual foi excluída.').waitFor()
    await soon(() => sold(product.id)).toEqual([['90 dias', 64.9, 99.9, 'low']])
    // The console shows the refusal and no other error.
    expect(complaints).toEqual([expect.stringContaining('Outra pessoa alterou este produto')])
    await context.close()
  })
})
