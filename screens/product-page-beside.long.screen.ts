import { adminApi } from '@chaveiro/contracts/admin'
import { expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { address, productPageSetup, open, panel, withFirst } from './product-page-samples.ts'
import { show } from './show.ts'

it('a page’s preview is beside its texts, in each language, but not on a phone [P668]', async () => {
  const drawn = (text: string) =>
    on(adminApi.productPages.preview, {
      success: true,
      tree: [{ type: 'paragraph', children: [{ type: 'text', text }] }],
    })

  for (const [language, own, other, names] of [
    [
      'pt-BR',
      'Como a página é lida',
      'Inglês',
      ['O que está incluído', 'Requisitos', 'Como ativar'],
    ],
    [
      'en-US',
      'How the page reads',
      'English',
      ["What's included", 'Requirements', 'How to activate'],
    ],
  ] as const) {
    const screen = await show(address, { ...withFirst(drawn('Desenhado.')), language })
    const beside = screen.page.getByRole('complementary', { name: own })

    const read = (name: string, of: string, ...more: string[]) => [
      own,
      name,
      ...more,
      of,
      ...names.flatMap((part) => [part, of]),
    ]

    await expect.poll(() => screen.lines(beside)).toEqual(read('Pincel Pro', 'Desenhado.'))
    screen.replies.unshift(drawn('Outro.'))
    const body = panel(screen).getByRole('textbox').first()
    await body.fill('Outro texto')
    await expect
      .poll(() => screen.lines(beside))
      .toEqual([own, 'Pincel Pro', 'Outro.', ...names.flatMap((part) => [part, 'Desenhado.'])])
    expect(screen.sent('POST', '/api/admin/product/preview').at(-1)).toEqual({
      text: 'Outro texto',
    })
    // When a preview fails, the previous preview stays and an error appears.
    screen.replies.unshift(refused(adminApi.productPages.preview, 'Fundo demais.', 400))
    await body.fill('Outro texto ainda')
    await expect
      .poll(() => screen.lines(beside.getByRole('alert')))
      .toEqual([expect.stringContaining('Fundo demais.')])
    expect(await screen.lines(beside)).toContain('Outro.')
    await body.fill('')
    await expect
      .poll(() => screen.lines(beside))
      .toEqual([own, 'Pincel Pro', ...names.flatMap((part) => [part, 'Desenhado.'])])
    screen.replies.unshift(drawn('Drawn.'))
    await open(screen, other)
    await expect.poll(() => screen.lines(beside)).toEqual(read('Brush Pro', 'Drawn.', 'A brush.'))
  }

  const phone = await show(address, { ...productPageSetup, width: 390 })
  await phone.page.getByRole('tabpanel').waitFor()
  expect(
    await phone.page.getByRole('complementary', { name: 'Como a página é lida' }).count(),
  ).toBe(0)
  expect(phone.sent('POST', '/api/admin/product/preview')).toEqual([])
})
