import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

type Page = Body<typeof api.catalogue.page>
type Product = Page['product']
type Texts = Page['texts']

const pincel: Product = {
  ...ids(1),
  slug: 'pincel-pro',
  name: 'Pincel Pro',
  description: 'Pinta em camadas',
  price: 1234.56,
  currency: 'BRL',
  image: '/demo/pincelia.svg',
  category: { ...ids(40), name: 'arte', color: '#3b82f6' },
  provider: 'stock',
  status: 'active',
  isFeatured: true,
  stock: 'in',
  maxPerOrder: 3,
  metadata: { sellerType: 'multiloader', level: 7, expiration: 90 },
  priceFrom: 1234.56,
  priceTo: 1234.56,
  variantCount: 1,
  compareAtPrice: null,
}

const lapis: Product = {
  ...pincel,
  ...ids(2),
  slug: 'lapis-mini',
  name: 'Lápis Mini',
  description: 'Desenha à mão',
  price: 19.9,
  currency: 'USD',
  image: null,
  stock: 'low',
}

const words = (text: string): NonNullable<Texts['body']> => [
  { type: 'paragraph', children: [{ type: 'text', text }] },
]

const full: Page = {
  success: true,
  product: pincel,
  variants: [],
  isAvailable: true,
  movedTo: null,
  images: [
    { url: '/demo/tipoteca.svg', alt: 'A tela de início', width: 800, height: 600 },
    { url: '/demo/cortavivo.svg', alt: '', width: 800, height: 600 },
  ],

  texts: {
    body: [
      { type: 'heading', level: 3, children: [{ type: 'text', text: 'Feito para telas' }] },
      {
        type: 'list',
        start: null,
        items: [words('Mil pincéis'), words('Cem papéis')],
      },
      {
        type: 'paragraph',
        children: [
          {
            type: 'link',
            to: 'https://exemplo.test/ajuda',
            children: [{ type: 'text', text: 'A ajuda' }],
          },
          { type: 'text', text: ' e os ' },
          { type: 'link', to: '/terms', children: [{ type: 'text', text: 'termos' }] },
          { type: 'text', text: '<b onclick="alert(1)">crus</b>' },
        ],
      },
    ],

    requirements: words('Windows 11'),
    includes: words('Um manual'),
  },

  seo: { title: null, description: null },
  delivered: { delivery: 'at_once', validityDays: 90, chatRole: true },
  related: [lapis],
}

const bare: Page = {
  ...full,
  product: { ...pincel, image: null },
  images: [],
  texts: { body: null, requirements: null, includes: null },
  delivered: { delivery: 'by_staff', validityDays: 1, chatRole: false },
  related: [],
}

const answered = (page: Page) => on(api.catalogue.page, page)
const path = '/products/pincel-pro'
const titleOf = (screen: Screen) => screen.page.title()

const sideways = ({ page }: Screen) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('the page of a product', () => {
  it('shows name, price and contents, its texts and the parts beside them [L047, L053, L057]', async () => {
    const screen = await show(path, { replies: [answered(full)] })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Produtos',
        '/',
        'Arte',
        '1 de 3',
        'Pincel Pro',
        'Pinta em camadas',
        'R$ 1.234,56',
        'Em estoque',
        'Comprar agora',
        'Adicionar ao carrinho',
        'O que você recebe',
        'Chave na tela segundos depois do pagamento',
        'Vale 90 dias a partir da entrega',
        'Cargo no chat da comunidade',
        'Descrição',
        'Feito para telas',
        'Mil pincéis',
        'Cem papéis',
        'A ajuda e os termos<b onclick="alert(1)">crus</b>',
        'O que vem junto',
        'Um manual',
        'Requisitos',
        'Windows 11',
        'Veja também',
        'Lápis Mini',
        'US$ 19,90',
        'Últimas unidades',
      ])

    await expect.poll(() => titleOf(screen)).toEqual('Pincel Pro · Chaveiro')
    const description = screen.page.locator('meta[name=description]')
    expect(await description.getAttribute('content')).toEqual('Pinta em camadas')

    expect(screen.calls.find(({ path }) => path === '/api/product/page/pincel-pro')).toEqual({
      method: 'GET',
      path: '/api/product/page/pincel-pro',
      query: { lng: 'pt-BR' },
      body: undefined,
    })

    const links = screen.page.getByRole('main').getByRole('link')
    const led = await links.evaluateAll((all) =>
      all.map((one) => ['href', 'rel', 'target'].map((name) => one.getAttribute(name))),
    )

    expect(led).toEqual([
      ['/products', null, null],
      ['/products/category/arte', null, null],
      ['https://exemplo.test/ajuda', 'nofollow noopener', '_blank'],
      ['/terms', 'nofollow noopener', null],
      ['/products/lapis-mini', null, null],
    ])

    // Only one button in the main part is filled. Header and footer may have filled buttons too.
    const filled = screen.page.getByRole('main').locator('button.bg-accent:visible')
    expect(await filled.allTextContents()).toEqual(['Comprar agora'])
    screen.expectAnswered()
  })

  it('shows the same in English, asked for in English [L047, L053]', async () => {
    const screen = await show(path, { replies: [answered(full)], language: 'en-US' })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Products',
        '/',
        'Arte',
        '1 of 3',
        'Pincel Pro',
        'Pinta em camadas',
        'R$1,234.56',
        'In stock',
        'Buy now',
        'Add to cart',
        'What you get',
        'Your key on screen seconds after you pay',
        'Valid for 90 days from delivery',
        'A role in the community chat',
        'Description',
        'Feito para telas',
        'Mil pincéis',
        'Cem papéis',
        'A ajuda e os termos<b onclick="alert(1)">crus</b>',
        "What's included",
        'Um manual',
        'Requirements',
        'Windows 11',
        'You may also like',
        'Lápis Mini',
        '$19.90',
        'Few left',
      ])

    expect(screen.calls.find(({ path }) => path.includes('/page/'))?.query).toEqual({
      lng: 'en-US',
    })
  })

  it('has a buy bar at the bottom of a phone, and no headings of empty texts [L053]', async () => {
    const said = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show(path, { replies: [answered(bare)], language, width: 360 })
      const bar = screen.page.locator('[data-buy-bar]')
      const box = (await bar.boundingBox())!
      expect(Math.round(box.y + box.height)).toBe(740)

      return screen.lines()
    }

    expect(await said('pt-BR')).toEqual([
      'Produtos',
      '/',
      'Arte',
      'Pincel Pro',
      'Pinta em camadas',
      'R$ 1.234,56',
      'Em estoque',
      'Adicionar ao carrinho',
      'O que você recebe',
      'Entrega pela equipe',
      'Vale 1 dia a partir da entrega',
      'R$ 1.234,56',
      'Comprar agora',
    ])

    expect((await said('en-US')).slice(-5)).toEqual([
      'What you get',
      'Delivered by our team',
      'Valid for 1 day from delivery',
      'R$1,234.56',
      'Buy now',
    ])
  })

  it('has the title and description that staff wrote for search engines [L056]', async () => {
    const seo = { title: 'O pincel do Brasil', description: 'Pinte hoje.' }
    const screen = await show(path, { replies: [answered({ ...full, seo })] })
    await expect.poll(() => titleOf(screen)).toEqual('O pincel do Brasil')
    const description = screen.page.locator('meta[name=description]')
    await expect.poll(() => description.getAttribute('content')).toEqual('Pinte hoje.')
  })
})

describe('a product that cannot be bought', () => {
  it('offers a notification for a sold-out product [L058]', async () => {
    const out = { ...bare, product: { ...bare.product, stock: 'out' as const } }

    const said = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show(path, { replies: [answered(out)], language, width: 360 })
      await screen.page.getByRole('button', { name: /Pincel Pro/ }).waitFor()

      return (await screen.lines()).slice(4)
    }

    expect(await said('pt-BR')).toEqual([
      'Pinta em camadas',
      'R$ 1.234,56',
      'Esgotado',
      'Avise-me quando voltar',
      'O que você recebe',
      'Entrega pela equipe',
      'Vale 1 dia a partir da entrega',
    ])

    expect((await said('en-US')).slice(1, 4)).toEqual(['R$1,234.56', 'Sold out', 'Notify me'])
  })

  it('keeps the page of a product that is not on sale, without a price [L048]', async () => {
    const away = { ...bare, isAvailable: false, texts: full.texts }
    const said = async (language: 'pt-BR' | 'en-US') =>
      (await show(path, { replies: [answered(away)], language, width: 360 })).lines()

    expect(await said('pt-BR')).toEqual([
      'Produtos',
      '/',
      'Arte',
      'Pincel Pro',
      'Pinta em camadas',
      'Indisponível',
      'Este produto não está à venda agora.',
      'Ver produtos parecidos',
      'Descrição',
      'Feito para telas',
      'Mil pincéis',
      'Cem papéis',
      'A ajuda e os termos<b onclick="alert(1)">crus</b>',
      'O que vem junto',
      'Um manual',
      'Requisitos',
      'Windows 11',
    ])

    expect((await said('en-US')).slice(5, 8)).toEqual([
      'Unavailable',
      "This product isn't for sale right now.",
      'See similar products',
    ])
  })

  it('says that the product does not exist, and links to the other products [L047]', async () => {
    const replies = [refused(api.catalogue.page, 'Produto não encontrado.', 404)]
    const screen = await show('/products/nada', { replies })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Produto não encontrado',
        'Este produto não existe mais na loja.',
        'Ver todos os produtos',
      ])

    await expect.poll(() => titleOf(screen)).toEqual('Produto não encontrado · Chaveiro')
    const back = screen.page.getByRole('main').getByRole('link')
    expect(await back.getAttribute('href')).toEqual('/products')
    const english = await show('/products/nada', { replies, language: 'en-US' })

    await expect
      .poll(() => english.lines())
      .toEqual(['Product not found', "We don't sell this product any more.", 'See all products'])
  })

  it('shows the shop’s reason for a failed load, and a retry button', async () => {
    const replies = [refused(api.catalogue.page, 'A conta não bate.', 400)]
    const screen = await show(path, { replies })
    await expect.poll(() => screen.lines()).toEqual(['A conta não bate.', 'Tentar novamente'])
    screen.replies.unshift(answered(bare))
    await screen.press('Tentar novamente')
    await screen.page.getByRole('heading', { name: 'Pincel Pro' }).waitFor()
  })

  it('shows a loading indicator and no data while it loads', async () => {
    const screen = await show(path, { replies: [pending(api.catalogue.page)] })
    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    expect(await screen.lines()).toEqual([])
  })
})

describe('its pictures', () => {
  it('have texts, and move by arrows, keys and thumbnails, never by themselves [L052]', async () => {
    const screen = await show(path, { replies: [answered(full)] })
    const gallery = screen.page.getByRole('region', { name: 'Imagens do produto' })
    const pictures = gallery.getByRole('list', { name: 'Imagens, mova com as setas' })

    expect(
      await pictures
        .getByRole('img')
        .evaluateAll((all) =>
          all.map((one) => [one.getAttribute('alt'), one.getAttribute('loading')]),
        ),
    ).toEqual([
      ['Pincel Pro', 'eager'],
      ['A tela de início', 'lazy'],
      ['Pincel Pro, imagem 3', 'lazy'],
    ])

    const at = () => screen.lines(gallery)

    const buttons = async () => {
      const all = await gallery.getByRole('button').all()
      return Promise.all(
        all.map(async (one) => [await one.getAttribute('aria-label'), await one.isDisabled()]),
      )
    }

    expect(await buttons()).toEqual([
      ['Imagem anterior', true],
      ['Próxima imagem', false],
      ['Mostrar a imagem 1', false],
      ['Mostrar a imagem 2', false],
      ['Mostrar a imagem 3', false],
    ])

    await screen.press('Próxima imagem')
    await expect.poll(at).toEqual(['2 de 3'])
    await pictures.focus()
    await screen.page.keyboard.press('ArrowRight')
    await expect.poll(at).toEqual(['3 de 3'])

    expect((await buttons()).slice(0, 2)).toEqual([
      ['Imagem anterior', false],
      ['Próxima imagem', true],
    ])

    await screen.page.keyboard.press('ArrowRight')
    await screen.page.keyboard.press('ArrowLeft')
    await expect.poll(at).toEqual(['2 de 3'])
    await screen.page.keyboard.press('Home')
    await expect.poll(at).toEqual(['1 de 3'])
    await screen.press('Mostrar a imagem 3')
    await expect.poll(at).toEqual(['3 de 3'])
    const current = gallery.locator('[aria-current=true]')
    expect(await current.getAttribute('aria-label')).toEqual('Mostrar a imagem 3')
    await screen.page.waitForTimeout(300)
    expect(await at()).toEqual(['3 de 3'])
  })

  it('are swiped on a phone, where they have no small ones, in English [L052]', async () => {
    const screen = await show(path, { replies: [answered(full)], language: 'en-US', width: 360 })
    const gallery = screen.page.getByRole('region', { name: 'Product pictures' })
    const strip = gallery.getByRole('list', { name: 'Pictures: use the arrow keys to move' })
    // A swipe: the strip scrolls and stops at a picture.
    await strip.evaluate((list) => list.scrollBy({ left: list.clientWidth * 0.9 }))
    await expect.poll(() => screen.lines(gallery)).toEqual(['2 of 3'])
    await expect
      .poll(() => strip.evaluate((list) => Math.round((list.scrollLeft / list.clientWidth) * 100)))
      .toBe(100)

    const labels = await gallery
      .getByRole('button')
      .evaluateAll((all) =>
        all
          .filter((one) => (one as HTMLElement).checkVisibility())
          .map((one) => one.getAttribute('aria-label')),
      )

    expect(labels).toEqual(['Previous picture', 'Next picture'])
  })
})

describe('buying', () => {
  const stored = (screen: Screen) =>
    screen.page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as object[])

  it('buying now keeps one unit and leads a visitor to the checkout and its login [L058] [P141]', async () => {
    const screen = await show(path, { replies: [answered(full)] })
    await screen.press('Comprar agora')
    await screen.page.waitForURL('**/checkout')
    await screen.page.getByText('Entre ou crie sua conta').waitFor()
    expect(await stored(screen)).toMatchObject([
      { name: 'Pincel Pro', price: 1234.56, quantity: 1 },
    ])
    await expect.poll(() => screen.dialog().count()).toBe(0)
    expect(new URL(screen.page.url()).pathname).toBe('/checkout')
    // A second press after returning does not add a second unit.
    await screen.page.goBack()
    await screen.press('Comprar agora')
    await screen.page.waitForURL('**/checkout')
    expect(await stored(screen)).toMatchObject([{ quantity: 1 }])
  })

  const customerId = '00000000-0000-4000-8000-00000000000a'

  it('buying now adds one unit to a customer’s cart and opens the checkout [L058]', async () => {
    const line = { ...pincel, color: pincel.category.color, delivery: 'at_once' as const }
    const variant = { ...ids(1), name: '' }
    const items = [
      { lineId: ids(501).id, variant, compareAtPrice: null, product: line, quantity: 1, max: 3 },
    ]
    const cart = { ...ids(90), items, currency: 'BRL' as const, total: 1234.56 }

    const screen = await show(path, {
      as: { role: 'client' },
      width: 360,
      replies: [
        answered(full),
        on(api.cart.add, { success: true, cart, ...ids(90), items }),
        on(api.restock.list, { success: true, productIds: [], variantIds: [] }),
      ],
    })

    await screen.page.locator('[data-buy-bar]').getByRole('button').click()
    await screen.page.waitForURL('**/checkout')
    const added = () => screen.sent('POST', `/api/product/cart/${customerId}/add`)
    await expect.poll(added).toEqual([{ productId: pincel.id, quantity: 1 }])
    await expect.poll(() => screen.lines()).toContain('Pincel Pro')

    // The page reads the cart first, since another page may already have added units.
    screen.replies.unshift(on(api.cart.read, { success: true, cart, ...ids(90), items }))
    await screen.page.goBack()
    await screen.page.reload()
    await screen.page.locator('[data-buy-bar]').getByRole('button').click()
    await screen.page.waitForURL('**/checkout')
    await screen.atRest()
    expect(added()).toHaveLength(1)
  })

  it('a cart in another currency opens a question, and the page stays [decision Q53]', async () => {
    const screen = await show('/products/lapis-mini', {
      replies: [answered({ ...full, product: lapis, related: [pincel] })],
    })
    await screen.press('Adicionar ao carrinho: Pincel Pro')
    await screen.press('Fechar', screen.dialog())
    await screen.press('Comprar agora')
    const question = screen.page.getByRole('alertdialog')
    await question.waitFor()
    expect((await screen.lines(question))[0]).toBe('Seu carrinho está em reais (R$)')
    expect(new URL(screen.page.url()).pathname).toBe('/products/lapis-mini')
    expect(await stored(screen)).toHaveLength(1)
  })

  it('a visitor reaches the cart from the buy bar of a phone, which replaces the cart’s own bar [L058]', async () => {
    const screen = await show(path, { replies: [answered(bare)], width: 360 })
    await screen.press('Adicionar ao carrinho')
    await screen.press('Fechar', screen.dialog())
    await expect.poll(() => screen.page.getByText('1 item · R$ 1.234,56').isVisible()).toBe(false)
    await screen.press('Carrinho, 1 item')
    await expect.poll(() => screen.lines(screen.dialog())).toContain('Pincel Pro')
    await screen.press('Fechar', screen.dialog())
    await screen.page.setViewportSize({ width: 1280, height: 900 })
    await expect.poll(() => screen.page.getByText('1 item · R$ 1.234,56').isVisible()).toBe(true)
  })
})

describe('the way there', () => {
  it('a card leads to the page of its product, and from there to the one beside it [L047]', async () => {
    const screen = await show('/products', {
      replies: [
        on(api.catalogue.featured, [pincel]),
        on(api.catalogue.categories, []),
        answered(full),
      ],
    })

    // The picture of a related product opens the product, as its name does.
    await screen.page.getByRole('article').locator('img').click({ force: true })
    await screen.page.waitForURL('**/products/pincel-pro')
    await expect.poll(() => titleOf(screen)).toEqual('Pincel Pro · Chaveiro')
    screen.replies.unshift(answered({ ...full, product: lapis, related: [pincel] }))
    await screen.page.getByRole('link', { name: 'Lápis Mini' }).click()
    await screen.page.waitForURL('**/products/lapis-mini')
    await screen.page.getByRole('heading', { level: 1, name: 'Lápis Mini' }).waitFor()
  })

  it('an old URL of a product redirects to the current URL, with its query [L047]', async () => {
    const screen = await show('/products/pincel-velho?utm_source=a', {
      replies: [answered({ ...full, movedTo: 'pincel-pro' })],
    })
    screen.replies.unshift(answered(full))
    await screen.page.waitForURL('**/products/pincel-pro?utm_source=a')
  })
})

it('the longest words fit 320 px in both themes, and axe finds nothing [L053]', async () => {
  const word = 'Otorrinolaringologista'.repeat(5)

  const page: Page = {
    ...full,
    product: { ...pincel, name: word, description: word.repeat(3), price: 999_999.99 },
    images: full.images.map((one) => ({ ...one, alt: word })),
    texts: {
      body: words(word),
      requirements: [{ type: 'codeBlock', text: word }],
      includes: words(word),
    },
    related: [{ ...lapis, name: word, description: word }],
  }

  const screen = await show(path, { replies: [answered(page)], width: 320 })

  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [320, 1280]) {
      await screen.page.emulateMedia({ colorScheme })
      await screen.page.setViewportSize({ width, height: 740 })
      await screen.atRest()
      expect(await sideways(screen), `${width}`).toBeLessThanOrEqual(0)

      const { violations } = await new AxeBuilder({ page: screen.page })
        .include('main')
        .setLegacyMode()
        .analyze()

      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }

  await screen.page.emulateMedia({ colorScheme: null })
}, 120_000)
