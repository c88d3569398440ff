import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { publicSettings } from './every-page.ts'
import {
  client,
  ownStatus,
  stranger,
  unit,
  units,
  withUnits,
  type Status,
} from './outcome-samples.ts'
import { show, type Given } from './show.ts'

const success = (answer: Status, given: Given = {}) =>
  show('/success?payment_id=pay-1', {
    ...client,
    ...given,
    replies: [on(api.payments.status, answer), ...(given.replies ?? [])],
  })

describe('after the money', () => {
  it('puts the keys of one product under it once, with its picture, and copies one or all [P145]', async () => {
    const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

    const two = withUnits([
      units[0]!,
      unit('Lápis Mini', 'active', { licenseKey: 'LAPI-0001' }),
      unit('Pincel Pro', 'active', { licenseKey: 'PINC-0002' }),
    ])

    const [pincel, lapis] = stranger.cartItems

    const screen = await success({
      ...two,
      cartItems: [{ ...pincel!, product: { ...pincel!.product, image } }, lapis!],
    })

    const keys = screen.page.getByRole('region', { name: 'Aqui estão as suas chaves' })

    await expect
      .poll(() => screen.lines(keys))
      .toEqual([
        'Aqui estão as suas chaves',
        'Copiar todas',
        'Baixar como texto',
        'Pincel Pro',
        'AAAA-BBBB-1111',
        'Copiar',
        'Válida até 5 de mar. de 2027',
        'PINC-0002',
        'Copiar',
        'Lápis Mini',
        'LAPI-0001',
        'Copiar',
      ])

    await expect
      .poll(() =>
        keys.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('src'))),
      )
      .toEqual([image])

    const clipboard = () => screen.page.evaluate(() => navigator.clipboard.readText())
    await screen.press('Copiar todas')
    await expect
      .poll(clipboard)
      .toEqual('Pincel Pro\tAAAA-BBBB-1111\r\nLápis Mini\tLAPI-0001\r\nPincel Pro\tPINC-0002')
    await screen.press('Copiar a chave de Lápis Mini')
    await expect.poll(clipboard).toEqual('LAPI-0001')
  })

  it('links to help with the order number, and back to an unpaid payment [P146]', async () => {
    const waits: Status = {
      ...ownStatus,
      status: 'pending',
      owner: { ...ownStatus.owner!, units: [] },
    }

    const links = async (screen: Awaited<ReturnType<typeof show>>) =>
      Object.fromEntries(
        await screen.page
          .getByRole('main')
          .getByRole('link')
          .evaluateAll((all) =>
            all.map((one) => [one.textContent ?? '', one.getAttribute('href') ?? '']),
          ),
      )

    const settings = (discordSupportLink: string) =>
      publicSettings({ discordSupportLink, supportDiscord: '', contactEmail: 'ajuda@loja.example' })
    const byChat = await success(ownStatus, { replies: [settings('https://chat.example/a')] })
    await expect
      .poll(() => links(byChat))
      .toMatchObject({ 'Pedir ajuda com este pedido': 'https://chat.example/a' })
    const pendingPage = await success(waits, { replies: [settings('')] })

    await expect
      .poll(() => links(pendingPage))
      .toEqual({
        'Pedir ajuda com este pedido':
          'mailto:ajuda@loja.example?subject=Ajuda%20com%20o%20pedido%20ORD-000017',
        'Continuar o pagamento': '/checkout',
        'Ver pedidos': '/dashboard/orders',
        'Continuar comprando': '/products',
      })

    expect((await pendingPage.lines()).slice(3, 9)).toEqual([
      'Continuar o pagamento',
      'Algo deu errado?',
      'Se você já pagou e esta página não muda, fale com a gente sobre o pedido ORD-000017.',
      'Ver pedidos',
      'Pedir ajuda com este pedido',
      'Continuar comprando',
    ])

    const english = await success(waits, { replies: [settings('')], language: 'en-US' })

    await expect
      .poll(() => links(english))
      .toEqual({
        'Get help with this order':
          'mailto:ajuda@loja.example?subject=Help%20with%20order%20ORD-000017',
        'Resume payment': '/checkout',
        'View orders': '/dashboard/orders',
        'Continue shopping': '/products',
      })
  })

  it('keeps polling while the status is unknown, and shows the keys once it is known [P147]', async () => {
    const screen = await show('/success?payment_id=pay-1', {
      as: { role: 'client' },
      replies: [refused(api.payments.status, 'Já volto.', 500)],
    })

    await screen.page.getByText('Os detalhes do pagamento não puderam ser carregados.').waitFor()
    screen.replies.unshift(on(api.payments.status, ownStatus))
    await screen.page.getByText('AAAA-BBBB-1111').waitFor({ timeout: 30_000 })
  })

  it('cuts the teeth of a paid key once, and shows them cut with reduced motion [P147]', async () => {
    const screen = await success(ownStatus)

    const moves = () =>
      screen.page
        .locator('.key-cut')
        .first()
        .evaluate((teeth) => {
          const { animationName, animationDuration, animationIterationCount } =
            getComputedStyle(teeth)
          return [animationName, animationDuration, animationIterationCount]
        })

    await screen.page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(moves).toEqual(['teeth', '0.24s', '1'])
    await screen.page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(moves).toEqual(['teeth', '0.001s', '1'])
    const back = await success({ ...stranger, status: 'refunded' })
    expect(await back.page.locator('.key-cut').count()).toBe(0)
  })

  it('wraps a key of 500 characters on its blade, readable and selectable at 320 px [P145]', async () => {
    const licenseKey = 'ABCDE-12345-FGHIJ-67890-'.repeat(21).slice(0, 500)
    const one = withUnits([unit('Pincel Pro', 'active', { licenseKey })])
    const screen = await success(one, { width: 320 })
    const key = screen.page.getByTestId('licence-key')
    await key.waitFor()

    const { blade, text, fontSize } = await key.evaluate((code) => {
      const sides = ({ left, right }: DOMRect) => [left, right] as const

      return {
        blade: sides(code.parentElement!.getBoundingClientRect()),
        text: sides(code.getBoundingClientRect()),
        fontSize: parseFloat(getComputedStyle(code).fontSize),
      }
    })

    expect(text[0]).toBeGreaterThan(blade[0])
    expect(text[1]).toBeLessThan(blade[1])
    expect(blade[1]).toBeLessThanOrEqual(320)
    expect(fontSize).toBeGreaterThanOrEqual(14)

    const sideways = () =>
      screen.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

    expect(await sideways()).toBeLessThanOrEqual(0)
    // One click selects the whole key, for buyers who copy by hand.
    await key.click()
    expect(await screen.page.evaluate(() => String(getSelection()))).toBe(licenseKey)
  })

  it('saves the receipt of a paid order, and says so where that fails', async () => {
    const screen = await success(ownStatus)
    await screen.press('Baixar recibo')
    expect(await screen.toast()).toBe('O documento não pôde ser baixado. Tente novamente.')
    const documents = screen.calls.filter(({ path }) => path.endsWith('/invoice'))
    expect(documents.map(({ path }) => path)).toEqual(['/api/users/orders/order-5/invoice'])
  })
})
