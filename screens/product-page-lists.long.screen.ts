import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import {
  address,
  productPageSetup,
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

describe('the gallery of a product and the lists beside it', () => {
  it('puts pictures in order by the keyboard, describes and takes away, and takes ten at most [L052]', async () => {
    const screen = await show(address, productPageSetup)
    await open(screen, 'Galeria')
    const button = (name: string) => screen.page.getByRole('button', { name, exact: true })
    await button('Descer: Imagem 1').focus()
    await screen.page.keyboard.press('Enter')
    // The focus follows the moved picture.
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
    // Two uploads of one file add one picture.
    await screen.page.locator('input[type=file]').setInputFiles([file, file])
    await expect.poll(() => screen.sent('POST', '/api/admin/uploads')).toEqual(['PNG', 'PNG'])
    await expect
      .poll(() => screen.lines(panel(screen)))
      .toContain('3 de 10 imagens. Solte arquivos aqui para enviar.')
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
      .toEqual(['d.png: Não é uma imagem.'])
    const full = { ...page, images: [...'0123456789'].map(picture) }

    const ten = async (language: Language, tab: string, add: string) => {
      const galleryScreen = await show(address, { ...withFirst(read(full)), language })
      await open(galleryScreen, tab)
      expect(await galleryScreen.page.getByRole('button', { name: add }).isDisabled()).toBe(true)

      return (await galleryScreen.lines(panel(galleryScreen))).at(-1)
    }

    expect(await ten('pt-BR', 'Galeria', 'Enviar imagens')).toBe(
      'A galeria está cheia: 10 de 10 imagens.',
    )
    expect(await ten('en-US', 'Gallery', 'Upload pictures')).toBe(
      'The gallery is full: 10 of 10 pictures.',
    )
  })

  it('is ordered by dragging, with a finger too, and by arrow keys, which announce the place [P369]', async () => {
    for (const [language, tab, grip, said] of [
      ['pt-BR', 'Galeria', 'Arrastar: Imagem', 'A imagem 1 agora é a 3 de 3.'],
      ['en-US', 'Gallery', 'Drag: Picture', 'Picture 1 is now 3 of 3.'],
    ] as const) {
      const screen = await show(address, { ...productPageSetup, language })
      await open(screen, tab)
      const gripOf = (at: number) => screen.page.getByRole('button', { name: `${grip} ${at}` })

      const order = () =>
        panel(screen)
          .locator('li img')
          .evaluateAll((images) => images.map((image) => image.getAttribute('src')?.at(-6)))

      await expect.poll(order).toEqual(['a', 'b', 'c'])
      const [first, last] = [await gripOf(1).boundingBox(), await gripOf(3).boundingBox()]
      const { mouse, keyboard } = screen.page
      await mouse.move(first!.x + 20, first!.y + 20)
      await mouse.down()
      await mouse.move(last!.x + 20, last!.y + 150, { steps: 4 })
      // Escape cancels the drag, so the picture stays in its place.
      await keyboard.press('Escape')
      await mouse.up()
      expect(await order()).toEqual(['a', 'b', 'c'])
      await gripOf(1).scrollIntoViewIfNeeded()
      const [from, to] = [await gripOf(1).boundingBox(), await gripOf(3).boundingBox()]
      await mouse.move(from!.x + 20, from!.y + 20)
      await mouse.down()
      await mouse.move(to!.x + 20, to!.y + 150, { steps: 4 })
      await mouse.up()
      await expect.poll(order).toEqual(['b', 'c', 'a'])
      await expect.poll(() => screen.page.getByText(said).count()).toBe(1)
      await gripOf(3).focus()
      await keyboard.press('ArrowUp')
      await expect.poll(order).toEqual(['b', 'a', 'c'])
      await expect
        .poll(() => screen.page.evaluate(() => document.activeElement?.ariaLabel))
        .toBe(`${grip} 2`)
      await keyboard.press('ArrowUp')
      await keyboard.press('ArrowUp')
      await expect.poll(order).toEqual(['a', 'b', 'c'])
    }
  })

  it('takes dropped files; a wrong one is named while the others go on [P368]', async () => {
    const screen = await show(address, productPageSetup)
    await open(screen, 'Galeria')
    const url = `/uploads/${'e'.repeat(64)}.webp`
    screen.replies.unshift(
      on(adminApi.products.upload, { success: true, url, width: 800, height: 600 }),
    )

    const dropped = await screen.page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(
        new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'grande.png', { type: 'image/png' }),
      )
      transfer.items.add(new File(['PNG'], 'boa.png', { type: 'image/png' }))

      return transfer
    })

    const place = panel(screen).locator('ul').first()
    await place.dispatchEvent('dragenter', { dataTransfer: dropped })
    await place.dispatchEvent('drop', { dataTransfer: dropped })
    await expect
      .poll(() => panel(screen).getByRole('alert').allInnerTexts())
      .toEqual(['grande.png: A imagem é grande demais: até 5 MB e 40 megapixels.'])
    await expect
      .poll(() => screen.lines(panel(screen)))
      .toContain('4 de 10 imagens. Solte arquivos aqui para enviar.')
    expect(screen.sent('POST', '/api/admin/uploads')).toEqual(['PNG'])
    // Two files are refused; the alert has a line for each.
    screen.replies.unshift(refused(adminApi.products.upload, 'Este arquivo não é uma imagem.', 400))
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') })
    await screen.page.locator('input[type=file]').setInputFiles([file('a.txt'), file('b.txt')])
    await expect
      .poll(() => panel(screen).getByRole('alert').allInnerTexts())
      .toEqual(['a.txt: Este arquivo não é uma imagem.\nb.txt: Este arquivo não é uma imagem.'])
  })

  it('puts up to eight other products beside it, in an order that staff choose [L057]', async () => {
    const screen = await show(address, productPageSetup)
    await open(screen, 'Endereço')
    const search = panel(screen).getByRole('searchbox')
    await search.fill('pa')

    // The search offers neither the product itself nor one that is already chosen.
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
      const relatedScreen = await show(address, {
        ...withFirst(read({ related: eight })),
        language,
      })
      await open(relatedScreen, tab)

      return (await relatedScreen.lines(panel(relatedScreen))).at(-1)
    }

    expect(await full('pt-BR', 'Endereço')).toBe(
      'São no máximo 8 produtos. Retire um para escolher outro.',
    )
    expect(await full('en-US', 'Address')).toBe('Up to 8 products. Remove one to add another.')
  })
})
