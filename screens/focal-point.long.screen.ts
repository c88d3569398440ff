import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Locator } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'

import { on, refused, type Answer, type Body } from './answers.ts'
import { product as sample } from './product-page-samples.ts'
import { ids, listed } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// The focal point of an uploaded picture: its editor in the back office, and the crops on the
// shop's pages.

const hash = 'ab'.repeat(32)
const whole = `/uploads/${hash}.webp`
const product = { ...sample, image: whole }

const stats = {
  totalProducts: 1,
  activeProducts: 1,
  maintenanceProducts: 0,
  discontinuedProducts: 0,
  inactiveProducts: 0,
  featuredProducts: 0,
  totalCategories: 1,
}

const staff = (...replies: Answer[]): Given => ({
  as: { role: 'admin' },

  replies: [
    ...replies,
    on(adminApi.products.list, {
      success: true,
      products: [product],
      distinctCategories: 1,
      ...listed(1),
    }),
    on(adminApi.products.stats, { success: true, ...stats, data: stats }),
    on(adminApi.categories.list, [
      {
        ...ids(2),
        name: 'Pincéis',
        description: 'x',
        image: null,
        color: '#336699',
        active: true,
        productCount: 1,
        isDefault: false,
        createdAt: product.createdAt,
        updatedAt: product.updatedAt,
      },
    ]),
    on(adminApi.roles.guild, { success: true, problem: 'unconfigured', name: null, roles: [] }),
    on(adminApi.products.read, { success: true, product, data: product }),
    on(adminApi.products.update, { success: true, product, data: product, roleWarning: null }),
  ],
})

/** Serves a drawing of 1000 by 400 px for every uploaded picture. */
async function withPictures({ page }: Screen): Promise<void> {
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="400"><rect width="1000" height="400" fill="#27b"/></svg>'
  await page.route('**/uploads/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body }),
  )
  onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
}

async function form(given: Given, edit: string, inMenu = false): Promise<Screen> {
  const screen = await show('/admin/products', given)
  await withPictures(screen)
  const [act = '', row = ''] = edit.split(': ')
  await (inMenu ? screen.choose(act, row) : screen.press(edit))
  await screen.page.getByRole('group').locator('[data-focus] img').first().waitFor()

  return screen
}

const field = (screen: Screen, label: string) => screen.page.getByLabel(label)

/** The object-position of the picture in the square and in the wide crop. */
const places = (screen: Screen) =>
  screen.page
    .locator('[data-cut]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).style.objectPosition))

describe('the point of a picture', () => {
  it('moves by press and keys and back to the middle, shows both cuts, and is saved [P220]', async () => {
    const screen = await form(staff(), 'Editar: Pincel Pro')
    const group = screen.page.getByRole('group', { name: 'Ponto da imagem' })

    await expect
      .poll(() => screen.lines(group))
      .toEqual([
        'Ponto da imagem',
        'Clique no que deve aparecer em todos os recortes, ou mova o ponto com os controles.',
        'Quadrado',
        'Largo',
        'Da esquerda para a direita',
        '50%',
        'De cima para baixo',
        '50%',
        'Centralizar',
      ])

    const address = field(screen, 'Endereço da imagem')
    await expect.poll(() => places(screen)).toEqual(['50% 50%', '50.11% 50%'])
    const picture = group.locator('[data-focus]')
    const box = (await picture.boundingBox())!
    await picture.click({ position: { x: box.width * 0.9, y: Math.ceil(box.height * 0.25) } })
    await expect.poll(() => address.inputValue()).toBe(`/uploads/${hash}.f90-25.webp`)
    await expect.poll(() => places(screen)).toEqual(['100% 50%', '100% 50%'])
    const across = group.getByRole('slider', { name: 'Da esquerda para a direita' })
    await across.focus()
    await screen.page.keyboard.press('Home')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft'])
      await screen.page.keyboard.press(key)
    await expect.poll(() => address.inputValue()).toBe(`/uploads/${hash}.f1-25.webp`)
    await expect.poll(() => places(screen)).toEqual(['0% 50%', '0% 50%'])
    await screen.press('Centralizar', group)
    await expect.poll(() => address.inputValue()).toBe(whole)
    await across.focus()
    for (let n = 0; n < 15; n++) await screen.page.keyboard.press('ArrowRight')
    // 65 % of 1000 px is 650 px. A square of 400 px around it begins at 450 px, which is 75 % of
    // the largest offset, 600 px.
    await expect.poll(async () => (await places(screen))[0]).toBe('75% 50%')
    await screen.press('Salvar')

    await expect
      .poll(() =>
        screen
          .sent('PUT', `/api/admin/product/${product.id}`)
          .map((body) => (body as typeof product).image),
      )
      .toEqual([`/uploads/${hash}.f65-50.webp`])
  })

  it('is on a phone too, and not there for a picture from elsewhere [P220]', async () => {
    const screen = await form(
      { ...staff(), language: 'en-US', width: 360 },
      'Edit: Pincel Pro',
      true,
    )

    const group = screen.page.getByRole('group', { name: 'Focal point' })
    await expect.poll(() => group.count()).toBe(1)
    await field(screen, 'Image URL').fill('https://exemplo.test/outra.webp')
    await expect.poll(() => group.count()).toBe(0)
  })

  it('an upload that is too large is not sent; one without a picture gets its own message [P224]', async () => {
    const screen = await form(
      staff(
        refused(
          adminApi.products.upload,
          'Este arquivo não é uma imagem.',
          400,
          'upload.not_image',
        ),
      ),
      'Editar: Pincel Pro',
    )

    const file = screen.page.locator('input[type=file]')
    const give = (mimeType: string, bytes: number) =>
      file.setInputFiles({ name: 'foto.png', mimeType, buffer: Buffer.alloc(bytes, 7) })
    await give('image/png', 5 * 1024 * 1024 + 1)
    await screen.page
      .getByText('A imagem é grande demais: até 5 MB e 40 megapixels.', { exact: true })
      .waitFor()
    const uploads = () => screen.calls.filter(({ path }) => path === '/api/admin/uploads').length
    expect(uploads()).toBe(0)
    await give('application/pdf', 10)
    await screen.page.getByText(/Este arquivo não é uma imagem\./).waitFor()
    expect(uploads()).toBe(1)
    expect(await field(screen, 'Endereço da imagem').inputValue()).toBe(whole)
  })
})

describe('the pages of the shop', () => {
  type Shown = Body<typeof api.catalogue.byCategory>[number]

  const sold = (image: string): Shown => ({
    ...ids(1),
    slug: 'pincel-pro',
    name: 'Pincel Pro',
    description: 'Um pincel.',
    price: 20,
    priceFrom: 20,
    priceTo: 20,
    variantCount: 1,
    compareAtPrice: null,
    currency: 'BRL',
    image,
    category: { ...ids(2), name: 'Pincéis', color: '#336699' },
    stock: 'in',
    status: 'active',
    isFeatured: false,
    metadata: { sellerType: 'multiloader', level: 1, expiration: 30 },
    provider: 'stock',
    maxPerOrder: 3,
  })

  async function card(image: string, width: number): Promise<Screen> {
    const screen = await show('/terms', {
      width,
      replies: [on(api.catalogue.byCategory, [sold(image)]), on(api.catalogue.categories, [])],
    })

    await withPictures(screen)
    await screen.page.goto('/products/category/Pincéis')
    await screen.page.getByRole('article').locator('img').waitFor({ state: 'attached' })

    return screen
  }

  const pictures = async (image: string) => {
    const screen = await card(image, 1280)
    const img = screen.page.getByRole('article').locator('img').first()

    return img.evaluate((one) => {
      const source = one.parentElement!.querySelector('source')
      return [source?.type, source?.srcset, (one as HTMLImageElement).srcset]
    })
  }

  it('offer a card’s cuts as AVIF and WebP around their point, and a foreign picture as it is [P221]', async () => {
    const of = (format: string) =>
      [128, 256, 512]
        .map((width) => `/uploads/${hash}.f65-50.square-${width}.${format} ${width}w`)
        .join(',')

    expect(await pictures(`/uploads/${hash}.f65-50.webp`)).toEqual([
      'image/avif',
      of('avif'),
      of('webp'),
    ])

    expect(await pictures('/uploads/outra.png')).toEqual([undefined, undefined, ''])
  })

  it('keep a phone’s card as it is with any picture: a square above the name [P221]', async () => {
    const screen = await card(`/uploads/${hash}.f65-50.webp`, 360)
    const edges = async (of: Locator) => (await of.boundingBox())!
    const article = screen.page.getByRole('article')

    await expect
      .poll(async () => [
        Math.round((await edges(article.locator('img'))).x),
        (await edges(article.getByRole('heading'))).y >
          (await edges(article.locator('img'))).y + 100,
        await article.locator('img').evaluate((img) => img.clientWidth === img.clientHeight),
      ])
      .toEqual([20, true, true])
  })
})
