import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'
import { on, refused } from './answers.ts'
import {
  address,
  asked,
  beside,
  field,
  open,
  page,
  panel,
  picture,
  read,
  saved,
  withFirst,
} from './product-page-samples.ts'
import { ids, listed } from './samples.ts'
import { show } from './show.ts'

describe('the gallery of a product and what stands beside it', () => {
  it('puts pictures in order by the keyboard, describes and takes away, and takes ten at most [L052]', async () => {
    const screen = await show(address, asked)
    await open(screen, 'Galeria')
    const button = (name: string) => screen.page.getByRole('button', { name, exact: true })
    await button('Descer: Imagem 1').focus()
    await screen.page.keyboard.press('Enter')
    // The focus goes with what moves.
    await expect
      .poll(() => screen.page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe('Descer: Imagem 2')
    await screen.page.keyboard.press('Enter')
    await expect
      .poll(() => screen.page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe('Descer: Imagem 3')
    expect(await button('Descer: Imagem 3').getAttribute('title')).toBe('Já é o último')
    expect(await button('Subir: Imagem 1').getAttribute('title')).toBe('Já é o primeiro')
    await button('Retirar: Imagem 1').click()
    await field(screen, 'Imagem 2 em palavras, em inglês').fill('The brush')
    const url = `/uploads/${'d'.repeat(64)}.webp`
    screen.replies.unshift(
      on(adminApi.products.upload, { success: true, url, width: 800, height: 600 }),
    )
    const file = { name: 'd.png', mimeType: 'image/png', buffer: Buffer.from('PNG') }
    // The same one twice is kept once.
    await screen.page.locator('input[type=file]').setInputFiles([file, file])
    await expect.poll(() => screen.sent('POST', '/api/admin/uploads')).toEqual(['PNG', 'PNG'])
    await expect.poll(() => screen.lines(panel(screen))).toContain('3 de 10 imagens.')
    await screen.press('Salvar')
    await expect.poll(() => saved(screen)).toHaveLength(1)
    expect(saved(screen)).toEqual([
      {
        images: [
          picture('c'),
          { ...picture('a'), altEn: 'The brush' },
          { url, altPt: '', altEn: '', width: 800, height: 600 },
        ],
        version: 12,
      },
    ])
    screen.replies.unshift(refused(adminApi.products.upload, 'Não é uma imagem.', 400))
    await screen.page.locator('input[type=file]').setInputFiles(file)
    await expect
      .poll(() => panel(screen).getByRole('alert').allInnerTexts())
      .toEqual(['A imagem não pôde ser enviada. Não é uma imagem.'])
    const full = { ...page, images: [...'0123456789'].map(picture) }
    const ten = async (language: Language, tab: string, add: string) => {
      const shown = await show(address, { ...withFirst(read(full)), language })
      await open(shown, tab)
      expect(await shown.page.getByRole('button', { name: add }).isDisabled()).toBe(true)
      return (await shown.lines(panel(shown))).at(-1)
    }
    expect(await ten('pt-BR', 'Galeria', 'Enviar imagens')).toBe(
      'A galeria está cheia: 10 de 10 imagens.',
    )
    expect(await ten('en-US', 'Gallery', 'Upload pictures')).toBe(
      'The gallery is full: 10 of 10 pictures.',
    )
  })

  it('puts up to eight other products beside it, in an order that staff choose [L057]', async () => {
    const screen = await show(address, asked)
    await open(screen, 'Endereço')
    const search = panel(screen).getByRole('searchbox')
    await search.fill('pa')
    // Not itself, and none twice.
    await expect
      .poll(() =>
        panel(screen)
          .getByRole('button', { name: /^Adicionar/ })
          .allInnerTexts(),
      )
      .toEqual(['Adicionar Papel\nEm manutenção'])
    await search.press('Enter')
    await screen.press(/^Adicionar Papel/)
    await screen.press('Subir: Papel')
    await expect
      .poll(() => screen.page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe('Subir: Papel')
    await screen.press('Retirar: Tela Mini')
    await screen.press('Salvar')
    await expect.poll(() => saved(screen)).toHaveLength(1)
    expect(saved(screen)).toEqual([{ related: [ids(23).id, ids(22).id], version: 12 }])
    expect(
      screen.calls.filter(({ query }) => query.search).map(({ query }) => query),
    ).toContainEqual({ search: 'pa', limit: '8' })
    await search.fill('tela')
    screen.replies.unshift(
      on(adminApi.products.list, {
        success: true,
        products: [],
        distinctCategories: 0,
        ...listed(0),
      }),
    )
    await search.fill('nada')
    await panel(screen).getByText('Nenhum produto encontrado.').waitFor()
    const eight = Array.from({ length: 8 }, (_, i) => beside(30 + i, `Outro ${i}`))
    const full = async (language: Language, tab: string) => {
      const shown = await show(address, { ...withFirst(read({ related: eight })), language })
      await open(shown, tab)
      return (await shown.lines(panel(shown))).at(-1)
    }
    expect(await full('pt-BR', 'Endereço')).toBe(
      'São no máximo 8 produtos. Retire um para escolher outro.',
    )
    expect(await full('en-US', 'Address')).toBe(
      'There are at most 8 products. Take one away to choose another.',
    )
  })
})
