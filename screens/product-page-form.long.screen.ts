import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer } from './answers.ts'
import {
  address,
  productPageSetup,
  beside,
  field,
  open,
  page,
  panel,
  product,
  read,
  saved,
  withFirst,
} from './product-page-samples.ts'
import { listed } from './samples.ts'
import { show } from './show.ts'

describe('the page of a product in the back office', () => {
  it('shows every value in its field, tab by tab [L052, L057]', async () => {
    const readTabs = async (language: Language) => {
      const screen = await show(address, { ...productPageSetup, language })
      const all = []

      for (const tab of await screen.page.getByRole('tab').all()) {
        await tab.click()
        all.push([await tab.innerText(), await screen.fields(panel(screen))])
      }

      screen.expectAnswered()

      return all
    }

    expect(await readTabs('pt-BR')).toEqual([
      [
        'Português',
        [
          ['Descrição completa', '# Pinta tudo'],
          ['O que está incluído', 'Um pincel.'],
          ['Requisitos', 'Tinta.'],
          ['Como ativar', 'Cole {{key}}.'],
          ['Título para buscadores', 'Pincel'],
          ['Descrição para buscadores', 'O melhor.'],
        ],
      ],
      [
        'Inglês',
        [
          ['Nome em inglês', 'Brush Pro'],
          ['Descrição em inglês', 'A brush.'],
          ['Descrição completa', '# Paints all'],
          ['O que está incluído', 'A brush.'],
          ['Requisitos', 'Paint.'],
          ['Como ativar', 'Paste it.'],
          ['Título para buscadores', 'Brush'],
          ['Descrição para buscadores', 'The best.'],
        ],
      ],
      [
        'Galeria',
        [
          ['Imagem 1 em palavras, em português', 'Foto a'],
          ['Imagem 1 em palavras, em inglês', 'Picture a'],
          ['Imagem 2 em palavras, em português', 'Foto b'],
          ['Imagem 2 em palavras, em inglês', 'Picture b'],
          ['Imagem 3 em palavras, em português', 'Foto c'],
          ['Imagem 3 em palavras, em inglês', 'Picture c'],
        ],
      ],
      [
        'Endereço e relacionados',
        [
          ['Endereço da página', 'pincel-pro'],
          ['Buscar um produto para adicionar', ''],
        ],
      ],
    ])

    expect(await readTabs('en-US')).toEqual([
      [
        'Portuguese',
        [
          ['Full description', '# Pinta tudo'],
          ["What's included", 'Um pincel.'],
          ['Requirements', 'Tinta.'],
          ['How to activate', 'Cole {{key}}.'],
          ['Title for search engines', 'Pincel'],
          ['Description for search engines', 'O melhor.'],
        ],
      ],
      [
        'English',
        [
          ['Name in English', 'Brush Pro'],
          ['Description in English', 'A brush.'],
          ['Full description', '# Paints all'],
          ["What's included", 'A brush.'],
          ['Requirements', 'Paint.'],
          ['How to activate', 'Paste it.'],
          ['Title for search engines', 'Brush'],
          ['Description for search engines', 'The best.'],
        ],
      ],
      [
        'Gallery',
        [
          ['Alt text for picture 1, in Portuguese', 'Foto a'],
          ['Alt text for picture 1, in English', 'Picture a'],
          ['Alt text for picture 2, in Portuguese', 'Foto b'],
          ['Alt text for picture 2, in English', 'Picture b'],
          ['Alt text for picture 3, in Portuguese', 'Foto c'],
          ['Alt text for picture 3, in English', 'Picture c'],
        ],
      ],
      [
        'Address and related products',
        [
          ['Page address', 'pincel-pro'],
          ['Search for a product to add', ''],
        ],
      ],
    ])
  })

  it('says what each field is for and how long it is and may be [L051]', async () => {
    const readTabs = async (language: Language) => {
      const screen = await show(address, { ...productPageSetup, language })
      const all = [await screen.lines(screen.page.getByRole('main').locator('header'))]

      for (const tab of await screen.page.getByRole('tab').all()) {
        await tab.click()
        all.push(await screen.lines(panel(screen)))
      }

      return all
    }

    expect(await readTabs('pt-BR')).toEqual([
      [
        'Página de Pincel Pro',
        'O que visitantes e buscadores leem sobre o produto.',
        'Voltar aos produtos',
      ],
      [
        'Os textos são escritos em Markdown: títulos, listas, negrito, código e links https. Um campo vazio não aparece na página.',
        'Descrição completa',
        '12 de 20.000 caracteres.',
        'Ver como fica',
        'O que está incluído',
        '10 de 5.000 caracteres.',
        'Ver como fica',
        'Requisitos',
        '6 de 5.000 caracteres.',
        'Ver como fica',
        'Como ativar',
        'Só quem comprou lê isto, ao lado da chave. {{key}} vira “(sua chave)”. 13 de 20.000 caracteres.',
        'Ver como fica',
        'Buscadores',
        'Título para buscadores',
        '6 de 70 caracteres. Vazio, é o nome do produto e o da loja.',
        'Descrição para buscadores',
        '9 de 160 caracteres. Vazia, é o começo da descrição do produto.',
      ],
      [
        'Quem lê em inglês vê estes textos. Onde um deles está vazio, vê o português.',
        'Nome em inglês',
        '9 de 120 caracteres.',
        'Descrição em inglês',
        '8 de 10.000 caracteres.',
        'Descrição completa',
        '12 de 20.000 caracteres.',
        'Ver como fica',
        'O que está incluído',
        '8 de 5.000 caracteres.',
        'Ver como fica',
        'Requisitos',
        '6 de 5.000 caracteres.',
        'Ver como fica',
        'Como ativar',
        'Só quem comprou lê isto, ao lado da chave. {{key}} vira “(sua chave)”. 9 de 20.000 caracteres.',
        'Ver como fica',
        'Buscadores',
        'Título para buscadores',
        '5 de 70 caracteres. Vazio, é o nome do produto e o da loja.',
        'Descrição para buscadores',
        '9 de 160 caracteres. Vazia, é o começo da descrição do produto.',
      ],
      [
        'A imagem do produto continua sendo a capa. Descreva cada imagem para quem não pode vê-la.',
        ...[1, 2, 3].flatMap((at) => [
          `Imagem ${at} em palavras, em português`,
          `Imagem ${at} em palavras, em inglês`,
        ]),
        'Enviar imagens',
        '3 de 10 imagens. Solte arquivos aqui para enviar.',
      ],
      [
        'Endereço da página',
        '/products/pincel-pro. Um endereço antigo continua levando ao novo.',
        'Produtos relacionados',
        'Aparecem nesta ordem os que estão à venda. Sem escolha, a loja mostra até quatro da mesma categoria.',
        'Tela Mini',
        'Cavalete',
        'Inativo',
        'Buscar um produto para adicionar',
      ],
    ])

    expect(await readTabs('en-US')).toEqual([
      [
        'Page of Pincel Pro',
        'What visitors and search engines read about the product.',
        'Back to products',
      ],
      [
        'The texts are in Markdown: headings, lists, bold, code and https links. Empty fields don’t show on the page.',
        'Full description',
        '12 of 20,000 characters.',
        'Preview',
        "What's included",
        '10 of 5,000 characters.',
        'Preview',
        'Requirements',
        '6 of 5,000 characters.',
        'Preview',
        'How to activate',
        'Only buyers see this, next to their key. {{key}} becomes “(your key)”. 13 of 20,000 characters.',
        'Preview',
        'Search engines',
        'Title for search engines',
        '6 of 70 characters. If empty, the names of the product and the shop are used.',
        'Description for search engines',
        '9 of 160 characters. If empty, the start of the product’s description is used.',
      ],
      [
        'English readers see these texts. If one is empty, the Portuguese one shows.',
        'Name in English',
        '9 of 120 characters.',
        'Description in English',
        '8 of 10,000 characters.',
        'Full description',
        '12 of 20,000 characters.',
        'Preview',
        "What's included",
        '8 of 5,000 characters.',
        'Preview',
        'Requirements',
        '6 of 5,000 characters.',
        'Preview',
        'How to activate',
        'Only buyers see this, next to their key. {{key}} becomes “(your key)”. 9 of 20,000 characters.',
        'Preview',
        'Search engines',
        'Title for search engines',
        '5 of 70 characters. If empty, the names of the product and the shop are used.',
        'Description for search engines',
        '9 of 160 characters. If empty, the start of the product’s description is used.',
      ],
      [
        'The product’s picture stays the cover. Describe each picture for people who can’t see it.',
        ...[1, 2, 3].flatMap((at) => [
          `Alt text for picture ${at}, in Portuguese`,
          `Alt text for picture ${at}, in English`,
        ]),
        'Upload pictures',
        '3 of 10 pictures. Drop files here to upload them.',
      ],
      [
        'Page address',
        '/products/pincel-pro. Old addresses keep leading here.',
        'Related products',
        'Products on sale show in this order. If none is chosen, the shop shows up to four from the same category.',
        'Tela Mini',
        'Cavalete',
        'Inactive',
        'Search for a product to add',
      ],
    ])
  })

  it('is reached from its row, and leads back to the same rows', async () => {
    const screen = await show('/admin/products?search=pincel', productPageSetup)
    await screen.choose('Página', 'Pincel Pro')
    await screen.page.getByRole('heading', { name: 'Página de Pincel Pro' }).waitFor()
    await screen.press('Voltar aos produtos')
    await expect.poll(() => screen.page.url().split('/').at(-1)).toBe('products?search=pincel')
    await screen.page.goBack()
    await screen.page.getByRole('heading', { name: 'Página de Pincel Pro' }).waitFor()
  })

  it('sends what was changed and no more, with the version that was read', async () => {
    const screen = await show(address, productPageSetup)
    const save = screen.page.getByRole('button', { name: 'Salvar' })
    expect(await save.isDisabled()).toBe(true)
    await field(screen, 'Descrição completa').fill('## Novo')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('status')))
      .toEqual(['Há mudanças não salvas.'])
    await open(screen, 'Inglês')
    await field(screen, 'Título para buscadores').fill('')
    await open(screen, 'Endereço')
    await field(screen, 'Endereço da página').fill('novo')
    await expect
      .poll(() => screen.lines(panel(screen)))
      .toContain('/products/novo. Um endereço antigo continua levando ao novo.')
    await save.click()
    await expect.poll(() => screen.toast()).toBe('A página de Pincel Pro foi salva.')

    expect(saved(screen)).toEqual([
      {
        slug: 'novo',
        texts: { 'pt-BR': { body: '## Novo' }, 'en-US': { seoTitle: '' } },
        version: 12,
      },
    ])

    // The form now compares its fields with the saved values that the shop returned.
    await expect.poll(() => save.isDisabled()).toBe(true)
    await field(screen, 'Endereço da página').fill('outro')
    await save.click()
    await expect.poll(() => saved(screen)).toHaveLength(2)
    expect(saved(screen)[1]).toEqual({ slug: 'outro', version: 13 })
  })

  it('draws a text as it will be read: links without weight, those out of the shop in a new tab [L050]', async () => {
    const screen = await show(address, productPageSetup)
    await screen.press('Ver como fica: Descrição completa')
    const drawn = screen.page.getByRole('region', { name: 'Descrição completa como fica' })

    await expect
      .poll(() => screen.lines(drawn))
      .toEqual([
        'Descrição completa',
        'Pinta tudo',
        'fora e dentro',
        'x = 1',
        'Dito',
        'uma',
        'linha',
      ])

    // The preview beside the form sends each text once; the button sends the description again.
    const drawnTexts = () =>
      screen
        .sent('POST', '/api/admin/product/preview')
        .map((body) => (body as { text: string }).text)
        .toSorted()

    await expect
      .poll(drawnTexts)
      .toEqual(['# Pinta tudo', '# Pinta tudo', 'Cole {{key}}.', 'Tinta.', 'Um pincel.'])

    const links = await drawn
      .getByRole('link')
      .evaluateAll((all) =>
        all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
      )

    expect(links).toEqual([
      ['https://exemplo.test/a', '_blank', 'nofollow noopener'],
      ['/products', null, 'nofollow noopener'],
    ])

    const names = await drawn
      .locator('h3, h4, strong, em, code, ol, ul, blockquote, hr, pre')
      .evaluateAll((all) => all.map(({ tagName }) => tagName.toLowerCase()))

    expect(names).toEqual([
      'h3',
      'strong',
      'ol',
      'code',
      'blockquote',
      'h4',
      'em',
      'hr',
      'pre',
      'code',
      'ul',
    ])

    expect(await drawn.locator('ol').getAttribute('start')).toBe('3')
    await screen.press('Editar: Descrição completa')
    await expect
      .poll(() => screen.fields(panel(screen)))
      .toContainEqual(['Descrição completa', '# Pinta tudo'])
    screen.replies.unshift(refused(adminApi.productPages.preview, 'É fundo demais.', 400))
    await screen.press('Ver como fica: Requisitos')
    await expect
      .poll(() => screen.lines(panel(screen).getByRole('alert')))
      .toEqual(['Não foi possível mostrar o texto. É fundo demais.'])
    screen.replies.unshift(on(adminApi.productPages.preview, { success: true, tree: [] }))
    await screen.press('Ver como fica: Requisitos')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('region', { name: 'Requisitos como fica' })))
      .toEqual(['Requisitos', 'Nada aparece.'])

    const english = await show(address, {
      ...withFirst(on(adminApi.productPages.preview, { success: true, tree: [] })),
      language: 'en-US',
    })

    await english.press('Preview: Requirements')

    await expect
      .poll(() =>
        english.lines(english.page.getByRole('region', { name: 'Requirements as it looks' })),
      )
      .toEqual(['Requirements', 'Nothing to show.'])

    await english.page.getByRole('button', { name: 'Edit: Requirements' }).waitFor()
  })

  it('names the error in a field on its tab, and what the shop refuses of it [L051, L052]', async () => {
    const screen = await show(address, productPageSetup)
    const alerts = () => panel(screen).getByRole('alert').allInnerTexts()
    await field(screen, 'Título para buscadores').fill('a'.repeat(71))
    await open(screen, 'Endereço')
    await field(screen, 'Endereço da página').fill('Não é')
    await open(screen, 'Galeria')
    await screen.press('Salvar')
    await expect.poll(alerts).toEqual(['No máximo 70 caracteres.'])
    await field(screen, 'Título para buscadores').fill('Curto')
    await screen.press('Salvar')
    await expect
      .poll(alerts)
      .toEqual(['Use letras minúsculas sem acento, números e hifens; “category” é das categorias.'])
    await field(screen, 'Endereço da página').fill('mapa')
    expect(saved(screen)).toEqual([])

    const refusals = [
      [
        refused(adminApi.productPages.update, 'Já é de outro.', 409, 'product.slug_taken'),
        'Endereço',
      ],
      [refused(adminApi.productPages.update, 'Está cheia.', 409, 'gallery.full'), 'Galeria'],
      [withField('É fundo demais.', 'texts.en-US.guide'), 'Inglês'],
      [withField('Um deles não existe.', 'related'), 'Endereço'],
    ] as const

    const refusalTexts = []

    for (const [answer, tab] of refusals) {
      screen.replies.unshift(answer)
      await open(screen, 'Português')
      await screen.press('Salvar')
      await expect
        .poll(() => screen.page.getByRole('tab', { selected: true }).innerText())
        .toContain(tab)
      refusalTexts.push(await alerts())
    }

    expect(refusalTexts).toEqual([
      ['Já é de outro.'],
      ['Está cheia.'],
      ['É fundo demais.'],
      ['Um deles não existe.'],
    ])

    screen.replies.unshift(refused(adminApi.productPages.update, 'Não dá agora.'))
    await screen.press('Salvar')
    await expect
      .poll(() => screen.lines(screen.page.locator('form > [role=alert]')))
      .toEqual(['A página não foi salva. Não dá agora.'])
    await expect
      .poll(() => screen.fields(panel(screen)))
      .toContainEqual(['Endereço da página', 'mapa'])
  })

  it('keeps typed text when somebody else saved meanwhile, and shows the current one on demand', async () => {
    const readConflict = async (
      language: Language,
      words: { field: string; save: string; anew: string },
    ) => {
      const screen = await show(address, { ...productPageSetup, language })
      screen.replies.unshift(
        refused(adminApi.productPages.update, 'Outra pessoa alterou.', 409, 'product.changed'),
      )
      const typed = field(screen, words.field)
      await typed.fill('Meu texto')
      await screen.press(words.save)
      const notice = screen.page.locator('form > [role=alert]')
      await notice.waitFor()
      const lines = await screen.lines(notice)
      expect(await typed.inputValue()).toBe('Meu texto')
      const texts = { ...page.texts, 'pt-BR': { ...page.texts['pt-BR'], body: 'O texto de agora' } }
      screen.replies.unshift(read({ version: 30, texts }))
      await screen.press(words.anew)
      await expect.poll(() => typed.inputValue()).toBe('O texto de agora')
      expect(await notice.count()).toBe(0)

      return lines
    }

    expect(
      await readConflict('pt-BR', {
        field: 'Descrição completa',
        save: 'Salvar',
        anew: 'Descartar o que mudei e ver o atual',
      }),
    ).toEqual([
      'A página não foi salva. Outra pessoa alterou.',
      'Descartar o que mudei e ver o atual',
    ])

    expect(
      await readConflict('en-US', {
        field: 'Full description',
        save: 'Save',
        anew: 'Discard my changes and see the current page',
      }),
    ).toEqual([
      'The page was not saved. Outra pessoa alterou.',
      'Discard my changes and see the current page',
    ])
  })

  it('asks before what was typed is lost, and stays or goes', async () => {
    const screen = await show(address, productPageSetup)
    await field(screen, 'Requisitos').fill('Outra tinta.')
    const question = screen.page.getByRole('alertdialog')
    await screen.press('Voltar aos produtos')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Sair sem salvar?',
        'O que você mudou aqui ainda não foi salvo e se perde.',
        'Cancelar',
        'Sair sem salvar',
      ])

    await screen.press('Cancelar', question)
    expect(await field(screen, 'Requisitos').inputValue()).toBe('Outra tinta.')
    await screen.page.getByRole('link', { name: 'Cupons' }).click()
    await question.waitFor()
    await screen.press('Cancelar', question)
    await screen.press('Voltar aos produtos')
    await screen.press('Sair sem salvar', question)
    await screen.page.getByRole('heading', { name: 'Produtos' }).waitFor()
    expect(saved(screen)).toEqual([])
  })

  it('waits, and says what could not be loaded with the reason of the shop', async () => {
    const waits = await show(address, withFirst(pending(adminApi.productPages.read)))
    await expect.poll(() => waits.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)

    const broken = await show(
      address,
      withFirst(refused(adminApi.productPages.read, 'Produto não encontrado.', 404)),
    )

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual([
        'Erro ao carregar a página do produto. Produto não encontrado.',
        'Tentar novamente',
      ])

    broken.replies.unshift(read())
    await broken.press('Tentar novamente')
    await field(broken, 'Requisitos').waitFor()
  })

  it('keeps the longest words inside the page on a phone and on a desk', async () => {
    const long = 'W'.repeat(120)

    const given = {
      slug: 'w'.repeat(80),
      related: [beside(21, long, 'discontinued'), beside(22, long)],
    }

    const tree = [
      {
        type: 'heading' as const,
        level: 3 as const,
        children: [{ type: 'text' as const, text: long }],
      },
      { type: 'codeBlock' as const, text: long },
    ]

    const named = on(adminApi.products.list, {
      success: true,
      products: [{ ...product, name: long }],
      distinctCategories: 1,
      ...listed(1),
    })

    const drawn = on(adminApi.productPages.preview, { success: true, tree })
    const replies = [read(given), named, drawn]

    for (const width of [390, 1280]) {
      const screen = await show(address, { ...withFirst(...replies), width })
      await screen.press('Ver como fica: Descrição completa')
      await screen.page.getByRole('region', { name: 'Descrição completa como fica' }).waitFor()

      for (const tab of await screen.page.getByRole('tab').all()) {
        await tab.click()
        const spill = () =>
          screen.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(await spill(), await tab.innerText()).toBeLessThanOrEqual(0)
      }
    }
  })
})

/** A refusal that names the wrong field. */
function withField(error: string, field: string): Answer {
  const answer = refused(adminApi.productPages.update, error, 400, 'text.refused')
  return { ...answer, body: { ...(answer.body as object), fields: [field] } }
}
