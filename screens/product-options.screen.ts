import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import {
  address,
  optionsSetup,
  call,
  forLife,
  list,
  month,
  named,
  only,
  product,
  quarter,
  withFirst,
} from './product-options-samples.ts'
import { ids } from './samples.ts'
import { show } from './show.ts'

describe('the options of a product in the back office', () => {
  it('are in the order of the shop, every value as it is read [L035]', async () => {
    const screen = await show(address, optionsSetup)

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Nome', 'Preço', 'Validade', 'Entrega', 'Estoque', 'Situação', 'Ações'],
        [
          '30 dias | 30 days',
          'Preço anterior | R$ 34,90 R$ 24,90',
          '30 dias',
          'Estoque',
          '1.402 livres',
          'À venda',
          '',
        ],
        ['90 dias', 'R$ 1.059,90', '90 dias', 'Estoque', '0 livres · 3 à espera', 'Desativada', ''],
        ['Vitalícia | Lifetime', 'R$ 199,00', 'Vitalícia', 'Manual', '-', 'À venda', ''],
      ])

    await expect
      .poll(async () => (await screen.lines()).slice(0, 7))
      .toEqual([
        'Opções de Editor',
        'Cada opção tem seu preço, sua entrega, seu estoque e seus limites. A ordem é a da loja.',
        'Voltar aos produtos',
        'Geral',
        'Opções',
        'Preços',
        'Página',
      ])

    const stock = screen.page.getByRole('link', { name: '0 livres · 3 à espera' })
    await expect
      .poll(() => stock.getAttribute('href'))
      .toBe(`/admin/stock?productId=${product.id}&variantId=${quarter.id}`)
    screen.expectAnswered()
    const english = await show(address, { ...optionsSetup, language: 'en-US' })

    await expect
      .poll(() => english.table())
      .toEqual([
        ['Name', 'Price', 'Validity', 'Provider', 'Stock', 'Status', 'Actions'],
        [
          '30 dias | 30 days',
          'Previous price | R$34.90 R$24.90',
          '30 days',
          'Stock',
          '1,402 free',
          'On sale',
          '',
        ],
        ['90 dias', 'R$1,059.90', '90 days', 'Stock', '0 free · 3 waiting', 'Off', ''],
        ['Vitalícia | Lifetime', 'R$199.00', 'Lifetime', 'Manual', '-', 'On sale', ''],
      ])

    await expect
      .poll(async () => (await english.lines()).slice(0, 7))
      .toEqual([
        'Options of Editor',
        'Each option has its own price, delivery, stock and limits. The shop shows them in this order.',
        'Back to products',
        'General',
        'Options',
        'Prices',
        'Page',
      ])
  })

  it('are put in order by the keyboard, whose focus goes with what moves; each press is saved [L035]', async () => {
    const screen = await show(address, optionsSetup)
    const button = (name: string) => screen.page.getByRole('button', { name, exact: true })
    const focused = () => screen.page.evaluate(() => document.activeElement?.ariaLabel)
    await expect.poll(() => named(screen)).toEqual(['30 dias', '90 dias', 'Vitalícia'])
    expect(await button('Subir: 30 dias').getAttribute('title')).toBe('Já é a primeira')
    expect(await button('Descer: Vitalícia').getAttribute('title')).toBe('Já é a última')
    screen.replies.unshift(
      on(adminApi.variants.order, { success: true, variants: [month, forLife, quarter] }),
    )
    await button('Subir: Vitalícia').focus()
    await screen.page.keyboard.press('Enter')
    await expect.poll(() => named(screen)).toEqual(['30 dias', 'Vitalícia', '90 dias'])
    await expect.poll(focused).toBe('Subir: Vitalícia')
    await expect
      .poll(() => screen.lines(screen.page.getByText('Vitalícia: 2 de 3')))
      .toEqual(['Vitalícia: 2 de 3'])
    screen.replies.unshift(
      on(adminApi.variants.order, { success: true, variants: [forLife, month, quarter] }),
    )
    await screen.page.keyboard.press('Enter')
    await expect.poll(() => named(screen)).toEqual(['Vitalícia', '30 dias', '90 dias'])
    await expect.poll(focused).toBe('Subir: Vitalícia')

    await expect
      .poll(() => screen.sent('PATCH', `${call}/order`))
      .toEqual([
        { ids: [month.id, forLife.id, quarter.id] },
        { ids: [forLife.id, month.id, quarter.id] },
      ])

    // The option is in the last place: another press sends no request.
    await screen.page.keyboard.press('Enter')
    await expect.poll(() => named(screen)).toEqual(['Vitalícia', '30 dias', '90 dias'])
    expect(screen.sent('PATCH', `${call}/order`)).toHaveLength(2)
  })

  it('presses while an order is being saved go out together; an order that is refused goes back [L021, L035]', async () => {
    const screen = await show(address, withFirst(pending(adminApi.variants.order)))
    await screen.press('Descer: 30 dias')
    await screen.press('Descer: 30 dias')
    await screen.press('Subir: Vitalícia')
    await expect.poll(() => named(screen)).toEqual(['Vitalícia', '90 dias', '30 dias'])
    expect(screen.sent('PATCH', `${call}/order`)).toEqual([
      { ids: [quarter.id, month.id, forLife.id] },
    ])

    const readRefusal = async (language: Language, press: string, reason: string) => {
      const other = await show(address, {
        ...withFirst(refused(adminApi.variants.order, reason, 400, 'request.invalid')),
        language,
      })

      await other.press(press)
      const banner = other.page.getByRole('main').getByRole('alert')
      await banner.waitFor()
      await expect.poll(() => named(other)).toEqual(['30 dias', '90 dias', 'Vitalícia'])

      return other.lines(banner)
    }

    expect(await readRefusal('pt-BR', 'Descer: 30 dias', 'Dados inválidos: ordem.')).toEqual([
      'A ordem não foi salva. Dados inválidos: ordem.',
    ])
    expect(await readRefusal('en-US', 'Move down: 30 dias', 'Invalid data: order.')).toEqual([
      'The order was not saved. Invalid data: order.',
    ])
  })

  it('are switched off and on, with the way back [L022, L035]', async () => {
    const screen = await show(address, optionsSetup)
    await screen.choose('Desativar', '30 dias')
    await expect.poll(() => screen.toast()).toBe('A opção 30 dias saiu da loja. | Desfazer')
    await screen.press('Desfazer')
    await expect.poll(() => screen.toast()).toBe('A opção 30 dias está à venda.')
    expect(screen.sent('PUT', `${call}/${month.id}`)).toEqual([{ active: false }, { active: true }])
    const english = await show(address, { ...optionsSetup, language: 'en-US' })
    await english.choose('Activate', '90 dias')
    await expect.poll(() => english.toast()).toBe('The option 90 dias is on sale. | Undo')
  })

  it('are deleted once that was confirmed; the first one says why it stays [L022, L031, L035]', async () => {
    const screen = await show(address, optionsSetup)

    expect(await screen.offered('30 dias')).toEqual([
      'Editar',
      'Desativar',
      'Excluir | A primeira opção não pode ser excluída. Desative-a para tirá-la da loja.',
    ])

    await screen.choose('Excluir', '90 dias')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir 90 dias?',
        'Sai da loja e dos carrinhos para sempre. Pedidos e licenças ficam como estão; chaves não vendidas continuam no estoque e compras pagas ainda são entregues.',
        'Cancelar',
        'Excluir opção',
      ])

    await screen.press('Excluir opção', question)
    await expect.poll(() => screen.toast()).toBe('A opção 90 dias foi excluída.')
    expect(screen.sent('DELETE', `${call}/${month.id}`)).toHaveLength(0)
    expect(screen.sent('DELETE', `${call}/${quarter.id}`)).toHaveLength(1)

    const english = await show(address, {
      ...withFirst(
        refused(
          adminApi.variants.remove,
          'The first option can’t be deleted. Deactivate it to take it off sale.',
          409,
          'variant.first',
        ),
      ),
      language: 'en-US',
    })

    expect(await english.offered('30 dias')).toEqual([
      'Edit',
      'Deactivate',
      'Delete | The first option can’t be deleted. Deactivate it to take it off sale.',
    ])

    await english.choose('Delete', '90 dias')
    const asks = english.page.getByRole('alertdialog')

    await expect
      .poll(() => english.lines(asks))
      .toEqual([
        'Delete 90 dias?',
        'It leaves the shop and all carts for good. Orders and licences stay as they are; unsold keys stay in stock, and paid purchases are still delivered.',
        'Cancel',
        'Delete option',
      ])

    await english.press('Delete option', asks)

    await expect
      .poll(() => english.lines(english.page.getByRole('main').getByRole('alert')))
      .toEqual([
        'The option was not deleted. The first option can’t be deleted. Deactivate it to take it off sale.',
      ])
  })

  it('of a product that is sold in one way say so, and offer nothing that needs a second [L035]', async () => {
    const readOnlyOption = async (language: Language) => {
      const screen = await show(address, { ...withFirst(list(only)), language })
      await expect.poll(async () => (await screen.table()).length).toBe(2)

      const acts = await screen.page
        .getByRole('main')
        .getByRole('row')
        .nth(1)
        .getByRole('button')
        .all()

      return {
        lines: (await screen.lines()).slice(7, 8),
        row: (await screen.table())[1],
        acts: await Promise.all(acts.map((act) => act.getAttribute('aria-label'))),
      }
    }

    expect(await readOnlyOption('pt-BR')).toEqual({
      lines: [
        'Este produto é vendido de um só jeito. Adicione uma opção para vender, por exemplo, 30 e 90 dias no mesmo lugar.',
      ],
      row: ['Editor', 'R$ 24,90', '30 dias', 'Estoque', '1.402 livres', 'À venda', ''],
      acts: ['Editar: Editor'],
    })

    expect(await readOnlyOption('en-US')).toEqual({
      lines: [
        'This product is sold one way only. Add an option to sell, say, 30 and 90 days side by side.',
      ],
      row: ['Editor', 'R$24.90', '30 days', 'Stock', '1,402 free', 'On sale', ''],
      acts: ['Edit: Editor'],
    })
  })

  it('say when none is on sale, and when there is no room for another [L035]', async () => {
    const readLimit = async (language: Language, add: string) => {
      const off = { ...month, active: false }

      const many = Array.from({ length: 50 }, (_, i) => ({
        ...off,
        ...ids(100 + i),
        name: `N${i}`,
      }))

      const screen = await show(address, { ...withFirst(list(...many)), language })
      await expect.poll(async () => (await screen.table()).length).toBe(51)
      const lines = await screen.lines()

      return [lines[7], lines.at(-1), await screen.page.getByRole('button', { name: add }).count()]
    }

    expect(await readLimit('pt-BR', 'Adicionar opção')).toEqual([
      'Todas as opções estão desativadas: na loja o produto aparece como indisponível.',
      'São no máximo 50 opções. Exclua uma para adicionar outra.',
      0,
    ])

    expect(await readLimit('en-US', 'Add option')).toEqual([
      'All options are off: the shop shows the product as unavailable.',
      'Up to 50 options. Delete one to add another.',
      0,
    ])
  })

  it('show placeholders, a failed load and its retry [L035]', async () => {
    const waiting = await show(address, withFirst(pending(adminApi.variants.list)))
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
    await expect.poll(() => waiting.page.getByRole('table').count()).toBe(0)

    const failed = async (language: Language, reason: string) => {
      const screen = await show(address, {
        ...withFirst(refused(adminApi.variants.list, reason, 404, 'product.not_found')),
        language,
      })

      const alert = screen.page.getByRole('main').getByRole('alert')
      await alert.waitFor()

      return { screen, lines: await screen.lines(alert) }
    }

    const { screen, lines } = await failed('pt-BR', 'Produto não encontrado.')

    expect(lines).toEqual([
      'Erro ao carregar as opções. Produto não encontrado.',
      'Tentar novamente',
    ])

    screen.replies.unshift(list(month, quarter))
    await screen.press('Tentar novamente')
    await expect.poll(() => named(screen)).toEqual(['30 dias', '90 dias'])

    expect((await failed('en-US', 'Product not found.')).lines).toEqual([
      'The options could not be loaded. Product not found.',
      'Try again',
    ])
  })
})
