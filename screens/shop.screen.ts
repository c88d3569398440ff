import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show } from './show.ts'
import { lapis, pincel, tinta, type Product } from './sold-samples.ts'

const products = [pincel, lapis, tinta]

const category = (number: number, name: string, productCount: number) => ({
  ...ids(number),
  name,
  description: `Sobre ${name}`,
  image: null,
  color: '#3b82f6',
  productCount,
})

const categories = on(api.catalogue.categories, [
  category(40, 'vazia', 0),
  category(41, 'arte', 1),
  { ...category(42, 'som', 1025), nameEn: 'sound' },
])

const searchAnswer = (total: number, ...rows: Product[]) =>
  on(api.catalogue.search, {
    success: true,
    products: rows,
    total,
    pagination: { ...onePage(total), hasNextPage: total > rows.length },
  })

const shop = [on(api.catalogue.featured, products), categories]

const rules = [
  on(api.restock.list, { success: true, productIds: [], variantIds: [] }),
  on(api.restock.ask, { success: true, waiting: true }),
]

describe('the shop front', () => {
  it('shows its products and its categories, but no empty category [S066, S067, S069] [P640]', async () => {
    const screen = await show('/products', { replies: shop })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Produtos',
        'Licenças digitais com a chave na tela segundos depois do pagamento.',
        'Todas',
        'Arte',
        '1 produto',
        'Som',
        '1.025 produtos',
        'Em destaque',
        'Pincel Pro',
        'R$ 1.234,56',
        '30 dias',
        'Lápis Mini',
        'US$ 19,90',
        'Últimas unidades',
        'Tinta Azul',
        'R$ 0,07',
        'Esgotado',
        'Ver todos os produtos',
        'Categorias',
        'Arte',
        '1 produto',
        'Som',
        '1.025 produtos',
        'Ficou com dúvida antes de comprar?',
        'Falar com o suporte',
      ])

    await expect
      .poll(() => screen.unread(products))
      .toEqual([
        '[].id',
        '[].description',
        '[].currency',
        '[].category.id',
        '[].category.color',
        '[].provider',
        '[].status',
        '[].metadata.sellerType',
        '[].stock',
      ])

    const acts = screen.page.getByRole('article').getByRole('button')
    expect(
      await acts.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ).toEqual([
      'Adicionar ao carrinho: Pincel Pro',
      'Adicionar ao carrinho: Lápis Mini',
      'Avise-me quando voltar: Tinta Azul',
    ])

    const chips = screen.page.getByRole('navigation', { name: 'Categorias' }).getByRole('link')
    expect(
      await chips.evaluateAll((all) =>
        all.map((one) => [one.getAttribute('href'), one.getAttribute('aria-current')]),
      ),
    ).toEqual([
      ['/products?sort=name', null],
      ['/products/category/arte', null],
      ['/products/category/som', null],
    ])

    const help = screen.page.getByRole('link', { name: 'Falar com o suporte' })
    await expect.poll(() => help.getAttribute('href')).toEqual('https://chat.exemplo.test/ajuda')
    screen.expectAnswered()
  })

  it('says that nothing is featured and that there are no categories [S066, S067]', async () => {
    const replies = [on(api.catalogue.featured, []), on(api.catalogue.categories, [])]

    expect(await (await show('/products', { replies })).lines()).toEqual([
      'Produtos',
      'Licenças digitais com a chave na tela segundos depois do pagamento.',
      'Todas',
      'Em destaque',
      'Nenhum produto em destaque agora. Veja as categorias abaixo.',
      'Ver todos os produtos',
      'Categorias',
      'Nenhuma categoria disponível agora. Volte em breve.',
      'Ficou com dúvida antes de comprar?',
      'Falar com o suporte',
    ])

    expect(await (await show('/products', { replies, language: 'en-US' })).lines()).toEqual([
      'Products',
      'Digital licences, with the key on your screen seconds after you pay.',
      'All',
      'Featured',
      'Nothing featured right now. Have a look at the categories below.',
      'See all products',
      'Categories',
      'No categories right now. Check back soon.',
      'Questions before you buy?',
      'Talk to support',
    ])
  })

  it('offers the newest products on an empty shelf of featured products [P126]', async () => {
    const replies = [on(api.catalogue.featured, []), categories, searchAnswer(2, lapis, pincel)]
    const screen = await show('/products', { replies })

    await expect
      .poll(async () => (await screen.lines()).slice(7, 17))
      .toEqual([
        'Em destaque',
        'Nenhum produto em destaque agora. Veja as categorias abaixo.',
        'Que tal um destes?',
        'Lápis Mini',
        'US$ 19,90',
        '30 dias',
        'Pincel Pro',
        'R$ 1.234,56',
        '30 dias',
        'Ver todos os produtos',
      ])

    expect(
      screen.calls.filter(({ path }) => path === '/api/product/search').map(({ query }) => query),
    ).toEqual([{ sort: 'newest', limit: '3' }])
    const english = await show('/products', { replies, language: 'en-US' })

    await expect
      .poll(async () => (await english.lines()).slice(2, 17))
      .toEqual([
        'All',
        'Arte',
        '1 product',
        'Sound',
        '1,025 products',
        'Featured',
        'Nothing featured right now. Have a look at the categories below.',
        'How about one of these?',
        'Lápis Mini',
        '$19.90',
        '30 days',
        'Pincel Pro',
        'R$1,234.56',
        '30 days',
        'See all products',
      ])
  })

  it('aligns the prices of a row for any stock, and has no accent-coloured button [P124]', async () => {
    const long = { ...lapis, ...ids(4), name: 'Lápis de um nome que não cabe em uma linha só' }
    const screen = await show('/products', {
      replies: [on(api.catalogue.featured, [pincel, long, tinta]), categories],
    })
    await screen.page.getByRole('button', { name: 'Avise-me quando voltar: Tinta Azul' }).waitFor()
    const prices = screen.page.locator('[data-price]')
    const lines = () => prices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    await expect.poll(async () => new Set(await lines()).size).toBe(1)
    expect(await prices.count()).toBe(3)
    const grounds = await screen.page
      .locator('article button, header a, aside a')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))

    const accent = await screen.page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--accent)'

      return getComputedStyle(probe).color
    })

    expect(grounds.length).toBeGreaterThan(5)
    expect(grounds).not.toContain(accent)
  })

  it('says that the goods could not be loaded, and loads them on request [S068]', async () => {
    const replies = [
      refused(api.catalogue.featured, 'A conta não bate.', 400),
      refused(api.catalogue.categories, 'A conta não bate.', 400),
    ]

    const english = await show('/products', { replies, language: 'en-US' })
    await expect
      .poll(() => english.lines(english.page.getByRole('alert').first()))
      .toEqual(["We couldn't load the products.", 'Try again'])
    const screen = await show('/products', { replies })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Produtos',
        'Licenças digitais com a chave na tela segundos depois do pagamento.',
        'Todas',
        'Em destaque',
        'Os produtos não puderam ser carregados.',
        'Tentar novamente',
        'Ver todos os produtos',
        'Categorias',
        'Os produtos não puderam ser carregados.',
        'Tentar novamente',
        'Ficou com dúvida antes de comprar?',
        'Falar com o suporte',
      ])

    screen.replies.unshift(...shop)
    await screen.press('Tentar novamente')
    await screen.page.getByText('Pincel Pro').waitFor()
  })

  it('shows a loading indicator and no data while it loads [S068]', async () => {
    const screen = await show('/products', {
      replies: [pending(api.catalogue.featured), pending(api.catalogue.categories)],
    })
    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(2)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Produtos',
        'Licenças digitais com a chave na tela segundos depois do pagamento.',
        'Todas',
        'Em destaque',
        'Ver todos os produtos',
        'Categorias',
        'Ficou com dúvida antes de comprar?',
        'Falar com o suporte',
      ])
  })

  it('records and cancels a customer’s request to be notified of a sold-out product', async () => {
    const screen = await show('/products', {
      as: { role: 'client' },
      replies: [...shop, ...rules],
    })

    const waits = [tinta.id]
    screen.replies.unshift(
      on(api.restock.list, { success: true, productIds: waits, variantIds: waits }),
    )
    await screen.press('Avise-me quando voltar: Tinta Azul')
    await screen.page.getByText('Avisaremos').waitFor()
    await expect
      .poll(() => screen.lines(screen.page.getByText('Avisaremos')))
      .toEqual(['Avisaremos por e-mail quando Tinta Azul voltar.'])
    const [asked] = screen.calls.filter(({ method }) => method === 'PUT')

    expect(asked).toEqual({
      method: 'PUT',
      path: '/api/product/restock/11111111-0000-4000-8000-000000000003',
      query: {},
      body: {},
    })

    screen.replies.unshift(on(api.restock.cancel, { success: true, waiting: false }))
    await screen.press('Não avisar mais: Tinta Azul')
    await screen.page.getByText('Aviso de').waitFor()
    await expect
      .poll(() => screen.lines(screen.page.getByText('Aviso de')))
      .toEqual(['Aviso de Tinta Azul desativado.'])
    screen.replies.unshift(refused(api.restock.cancel, 'A conta não bate.', 400))
    await screen.press('Não avisar mais: Tinta Azul')
    await screen.page.getByText('Não foi possível').waitFor()
    await expect
      .poll(() => screen.lines(screen.page.getByText('Não foi possível')))
      .toEqual(['Não foi possível salvar o aviso. Tente novamente.'])
  })
})

describe('the search', () => {
  const path = '/products?q=pin&category=arte&sort=price_desc&stock=in'

  it('shows the results with their filters and their order', async () => {
    const screen = await show(path, { replies: [searchAnswer(2025, pincel, lapis), categories] })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Produtos',
        'Licenças digitais com a chave na tela segundos depois do pagamento.',
        'Todas',
        'Arte',
        '1 produto',
        'Som',
        '1.025 produtos',
        '2.025 produtos encontrados',
        'Voltar aos destaques',
        'Maior preço',
        'Só em estoque',
        'Pincel Pro',
        'R$ 1.234,56',
        '30 dias',
        'Lápis Mini',
        'US$ 19,90',
        'Últimas unidades',
        'Mostrar mais',
        'Ficou com dúvida antes de comprar?',
        'Falar com o suporte',
      ])

    await screen.page.getByLabel('Buscar produtos').waitFor()

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Buscar produtos', 'pin'],
        ['Ordenar por', 'Maior preço'],
        ['Só em estoque', true],
      ])

    expect(
      screen.calls.filter(({ path }) => path === '/api/product/search').map(({ query }) => query),
    ).toEqual([
      { q: 'pin', sort: 'price_desc', limit: '24', category: 'arte', inStock: 'true', page: '1' },
    ])
  })

  it('offers every sorting and every category with products', async () => {
    const offered = async (language: 'pt-BR' | 'en-US', label: string) => {
      const screen = await show(path, { replies: [searchAnswer(1, pincel), categories], language })
      const options = screen.page.locator('main option')
      const chips = screen.page.getByRole('navigation', { name: label }).getByRole('link')

      return {
        orders: await options.evaluateAll((all) => all.map((one) => one.textContent)),
        chips: await chips.evaluateAll((all) =>
          all.map((one) => [
            one.firstChild!.textContent,
            one.getAttribute('href'),
            one.getAttribute('aria-current'),
          ]),
        ),
      }
    }

    const everywhere = '/products?q=pin&sort=price_desc&stock=in'
    const arte = '/products?q=pin&category=arte&sort=price_desc&stock=in'
    const som = '/products?q=pin&category=som&sort=price_desc&stock=in'

    expect(await offered('pt-BR', 'Categorias')).toEqual({
      orders: ['Relevância', 'Menor preço', 'Maior preço', 'Mais novos', 'Nome'],
      chips: [
        ['Todas', everywhere, null],
        ['arte', arte, 'true'],
        ['som', som, null],
      ],
    })

    expect(await offered('en-US', 'Categories')).toEqual({
      orders: ['Relevance', 'Lowest price', 'Highest price', 'Newest', 'Name'],
      chips: [
        ['All', everywhere, null],
        ['arte', arte, 'true'],
        ['sound', som, null],
      ],
    })
  })

  it('requests the next page, and the chosen filters', async () => {
    const screen = await show(path, { replies: [searchAnswer(2, pincel), categories] })
    await expect
      .poll(() => screen.lines(screen.page.getByTestId('search-count')))
      .toEqual(['2 produtos encontrados'])
    screen.replies.unshift(searchAnswer(2, lapis))
    await screen.press('Mostrar mais')
    await screen.page.getByText('Lápis Mini').waitFor()
    const lastListCall = () => screen.calls.filter(({ path }) => path === '/api/product/search')
    // Each choice waits for the previous call, since concurrent calls may finish in another order.
    const isAsked = (times: number) => expect.poll(() => lastListCall().length).toBe(times)
    await screen.page.getByLabel('Ordenar por').selectOption('Nome')
    await isAsked(3)
    await screen.page.getByRole('link', { name: 'som 1.025 produtos' }).click()
    await isAsked(4)
    await screen.page.getByLabel('Só em estoque').uncheck()
    await isAsked(5)

    expect(lastListCall().map(({ query }) => query)).toEqual([
      { q: 'pin', sort: 'price_desc', limit: '24', category: 'arte', inStock: 'true', page: '1' },
      { q: 'pin', sort: 'price_desc', limit: '24', category: 'arte', inStock: 'true', page: '2' },
      { q: 'pin', sort: 'name', limit: '24', category: 'arte', inStock: 'true', page: '1' },
      { q: 'pin', sort: 'name', limit: '24', category: 'som', inStock: 'true', page: '1' },
      { q: 'pin', sort: 'name', limit: '24', category: 'som', page: '1' },
    ])
  })

  it('keeps the focus in its box when its words are cleared', async () => {
    const screen = await show(path, { replies: [searchAnswer(2, pincel), categories] })
    const box = screen.page.getByLabel('Buscar produtos')
    const isFocused = () => box.evaluate((one) => one === document.activeElement)
    await screen.press('Limpar a busca')
    await expect.poll(async () => [await box.inputValue(), await isFocused()]).toEqual(['', true])
    await box.fill('lápis')
    await screen.press('Limpar a busca')
    await expect.poll(async () => [await box.inputValue(), await isFocused()]).toEqual(['', true])
  })

  it('removes the search from the URL by the button of the shop front', async () => {
    const screen = await show(path, { replies: [searchAnswer(2, pincel), categories] })
    await screen.press('Voltar aos destaques')
    await expect.poll(() => new URL(screen.page.url()).search).toBe('')
    const back = screen.page.getByRole('button', { name: 'Voltar aos destaques' })
    await back.waitFor({ state: 'detached' })
  })

  it('says that nothing was found, and that it could not be searched', async () => {
    const none = [searchAnswer(0), categories]

    expect(await (await show(path, { replies: none })).lines()).toEqual([
      'Produtos',
      'Licenças digitais com a chave na tela segundos depois do pagamento.',
      'Todas',
      'Arte',
      '1 produto',
      'Som',
      '1.025 produtos',
      'Nada encontrado',
      'Voltar aos destaques',
      'Maior preço',
      'Só em estoque',
      'Nada encontrado',
      'Nenhum produto corresponde ao que você procura. Tente outra palavra ou tire um filtro.',
      'Ver todos os produtos',
      'Ficou com dúvida antes de comprar?',
      'Falar com o suporte',
    ])

    expect(await (await show(path, { replies: none, language: 'en-US' })).lines()).toEqual([
      'Products',
      'Digital licences, with the key on your screen seconds after you pay.',
      'All',
      'Arte',
      '1 product',
      'Sound',
      '1,025 products',
      'Nothing found',
      'Back to featured',
      'Highest price',
      'In stock only',
      'Nothing found',
      'Nothing matches your search. Try another word or remove a filter.',
      'See all products',
      'Questions before you buy?',
      'Talk to support',
    ])

    const instead = on(api.catalogue.featured, [tinta, pincel, lapis, { ...lapis, ...ids(5) }])
    const helped = await show(path, { replies: [...none, instead] })

    await expect
      .poll(async () => (await helped.lines()).slice(12, -2))
      .toEqual([
        'Nenhum produto corresponde ao que você procura. Tente outra palavra ou tire um filtro.',
        'Ver todos os produtos',
        'Que tal um destes?',
        'Pincel Pro',
        'R$ 1.234,56',
        '30 dias',
        'Lápis Mini',
        'US$ 19,90',
        '30 dias',
        'Lápis Mini',
        'US$ 19,90',
        '30 dias',
      ])

    const replies = [refused(api.catalogue.search, 'A conta não bate.', 400), categories]
    const broken = await show(path, { replies })

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual([
        'A busca não pôde ser feita agora. O que você digitou continua aqui.',
        'Tentar novamente',
      ])

    const english = await show(path, { replies, language: 'en-US' })

    await expect
      .poll(() => english.lines(english.page.getByRole('alert')))
      .toEqual(["Search isn't working right now. What you typed is still here.", 'Try again'])
  })
})

describe('a category', () => {
  const path = '/products/category/arte%20%26%20som'

  it('shows its goods under its name [S070, S071]', async () => {
    const screen = await show(path, {
      replies: [
        on(api.catalogue.byCategory, products),
        on(api.catalogue.categories, [category(41, 'Arte & Som', 3), category(42, 'som', 1025)]),
      ],
    })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Voltar aos produtos',
        'Arte & som',
        '3 produtos',
        'Todas',
        'Arte & Som',
        '3 produtos',
        'Som',
        '1.025 produtos',
        'Pincel Pro',
        'Pinta em camadas',
        'R$ 1.234,56',
        '30 dias',
        'Lápis Mini',
        'Desenha à mão',
        'US$ 19,90',
        'Últimas unidades',
        'Tinta Azul',
        'Seca em um minuto',
        'R$ 0,07',
        'Esgotado',
      ])

    const current = screen.page.locator('[aria-current=true]')
    expect(await screen.lines(current)).toEqual(['Arte & Som', '3 produtos'])
    await screen.page.getByRole('button', { name: 'Adicionar ao carrinho: Lápis Mini' }).waitFor()
    screen.expectAnswered()

    expect(
      screen.calls.filter(({ path }) => path.includes('category')).map(({ path }) => path),
    ).toEqual(['/api/product/list-by-category/arte%20%26%20som'])
  })

  it('says that it is empty, and that it could not be loaded [S072]', async () => {
    const replies = [on(api.catalogue.byCategory, [])]

    expect(await (await show(path, { replies })).lines()).toEqual([
      'Voltar aos produtos',
      'Arte & som',
      'Todas',
      'Nenhum produto nesta categoria no momento.',
      'Enquanto isso, veja o resto da loja.',
      'Voltar aos produtos',
    ])

    expect(await (await show(path, { replies, language: 'en-US' })).lines()).toEqual([
      'Back to products',
      'Arte & som',
      'All',
      'Nothing in this category right now.',
      'In the meantime, browse the rest of the shop.',
      'Back to products',
    ])

    const broken = [refused(api.catalogue.byCategory, 'A conta não bate.', 400)]

    expect(await (await show(path, { replies: broken })).lines()).toEqual([
      'Voltar aos produtos',
      'Arte & som',
      'Todas',
      'Os produtos desta categoria não puderam ser carregados.',
      'Tentar novamente',
    ])

    expect(await (await show(path, { replies: broken, language: 'en-US' })).lines()).toEqual([
      'Back to products',
      'Arte & som',
      'All',
      "We couldn't load the products in this category.",
      'Try again',
    ])
  })
})
