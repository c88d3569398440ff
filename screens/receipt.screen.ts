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

  it('leads to help with the order already named, and back to what is still to be paid [P146]', async () => {
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
        'Voltar ao pagamento': '/checkout',
        'Ver pedidos': '/dashboard/orders',
        'Continuar comprando': '/products',
      })

    expect((await pendingPage.lines()).slice(3, 6)).toEqual([
      'Algo deu errado?',
      'Se você já pagou e esta página não muda, fale com a gente sobre o pedido ORD-000017.',
      'Pedir ajuda com este pedido',
    ])

    const english = await success(waits, { replies: [settings('')], language: 'en-US' })

    await expect
      .poll(() => links(english))
      .toEqual({
        'Get help with this order':
          'mailto:ajuda@loja.example?subject=Help%20with%20order%20ORD-000017',
        'Back to the payment': '/checkout',
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

  it('the tick of a paid order is still with reduced motion [P147]', async () => {
    const screen = await success(ownStatus)

    const moves = () =>
      screen.page.evaluate(() =>
        [...document.querySelectorAll('.tick-ring, .tick-mark')].map(
          (one) => getComputedStyle(one).animationName,
        ),
      )

    await screen.page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect.poll(moves).toEqual(['drawn', 'drawn'])
    await screen.page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(moves).toEqual(['none', 'none'])
    const failed = await success({ ...ownStatus, status: 'refunded' })
    expect(await failed.page.locator('.tick-ring').count()).toBe(0)
  })
})
