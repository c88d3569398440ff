import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { accept, choose, english, now, open, pay } from './checkout-samples.ts'
import { publicSettings } from './every-page.ts'
import type { Screen } from './screen.ts'
import { providers } from './services-samples.ts'
import { show } from './show.ts'

type Trouble = NonNullable<
  Parameters<typeof publicSettings>[1] extends infer S ? NonNullable<S>['trouble' & keyof S] : never
>

const troubled = (trouble: object, methods = { pix: true, card: true, crypto: true }) =>
  publicSettings({}, { methods, trouble: trouble as Trouble })

const stateLines = async (screen: Screen) => {
  const lines = await screen.lines()
  const from = lines.findIndex((line) => /^(PIX|Instável|Unstable)/.test(line))

  return lines.slice(from).filter((line) => /instável|unstable|Tente|Try|Fora|Out of/i.test(line))
}

const radio = (screen: Screen, name: string) => screen.page.getByRole('radio', { name })

describe('a payment method that fails now', () => {
  it('is announced before a press, with the working ones, and can still be chosen [P563]', async () => {
    const screen = await open({}, [troubled({ pix: 'unstable' })])

    await expect
      .poll(() => stateLines(screen))
      .toEqual([
        'Instável agora: pode demorar ou falhar.',
        'O PIX está instável agora. Tente cartão ou cripto.',
      ])

    expect(await radio(screen, 'PIX').isChecked()).toBe(true)
    await accept(screen)
    expect(await pay(screen).isDisabled()).toBe(false)
    await choose(screen, 'Cartão')
    await expect.poll(() => stateLines(screen)).toEqual(['Instável agora: pode demorar ou falhar.'])
    const other = await open(english, [troubled({ pix: 'unstable' })])

    await expect
      .poll(() => stateLines(other))
      .toEqual([
        'Unstable right now: it may be slow or fail.',
        'PIX is unstable right now. Try card or crypto.',
      ])
  })

  it('names only methods that are on and answer, and none where there is none [P563]', async () => {
    const few = await open({}, [
      troubled({ pix: 'unstable' }, { pix: true, card: true, crypto: false }),
    ])
    await expect
      .poll(async () => (await stateLines(few)).at(-1))
      .toBe('O PIX está instável agora. Tente cartão.')
    const both = await open({}, [troubled({ pix: 'unstable', card: 'unstable' })])
    await expect
      .poll(async () => (await stateLines(both)).at(-1))
      .toBe('O PIX está instável agora. Tente cripto.')
    const all = await open({}, [troubled({ pix: 'unstable', card: 'down', crypto: 'unstable' })])
    await expect
      .poll(async () => (await stateLines(all)).at(-1))
      .toBe('O PIX está instável agora. Tente de novo em instantes.')
  })

  it('cannot be chosen while it certainly fails; the next one is chosen, if another works [P563]', async () => {
    const screen = await open({}, [troubled({ pix: 'down' })])
    await expect.poll(() => stateLines(screen)).toEqual(['Fora do ar agora.'])
    expect(await radio(screen, 'PIX').isDisabled()).toBe(true)
    expect(await radio(screen, 'Cartão').isChecked()).toBe(true)
    const only = await open({}, [
      troubled({ pix: 'down' }, { pix: true, card: false, crypto: false }),
    ])
    await expect
      .poll(async () => (await stateLines(only)).at(-1))
      .toBe('O PIX está instável agora. Tente de novo em instantes.')
    expect(await radio(only, 'PIX').isChecked()).toBe(true)
  })

  it('shows on an open page within a quarter of a minute, and typed text stays [P563]', async () => {
    const screen = await open({ now, movesClock: true })
    await screen.page.getByLabel('CPF', { exact: true }).fill('529.982.247-25')
    expect(await stateLines(screen)).toEqual([])
    screen.replies.unshift(troubled({ pix: 'unstable' }))
    await screen.page.clock.fastForward(15_500)
    await expect.poll(async () => (await stateLines(screen)).length).toBe(2)
    screen.replies.unshift(publicSettings())
    await screen.page.clock.fastForward(15_500)
    await expect.poll(async () => (await stateLines(screen)).length).toBe(0)
    expect(await screen.page.getByLabel('CPF', { exact: true }).inputValue()).toBe('529.982.247-25')
  })

  it('a refused press says why, asks for the methods again, and keeps the typed text [P563, P566]', async () => {
    const text = 'O PIX está instável agora e nada foi cobrado. Tente cartão ou cripto.'
    const screen = await open({}, [
      refused(api.payments.startPix, text, 409, 'payment.method_unstable'),
    ])
    await screen.page.getByLabel('CPF', { exact: true }).fill('529.982.247-25')
    await accept(screen)
    screen.replies.unshift(troubled({ pix: 'unstable' }))
    await pay(screen).click()
    await screen.page.getByText(text).waitFor()

    await expect
      .poll(
        () => screen.calls.filter(({ path }) => path === '/api/server/public/site-settings').length,
      )
      .toBeGreaterThan(0)

    const busy =
      'A loja está com movimento demais agora. Nada se perdeu: tente de novo em alguns segundos.'
    screen.replies.unshift(refused(api.payments.startCard, busy, 429, 'request.busy'))

    await screen.page
      .getByRole('button', { name: /Tentar|outra/ })
      .first()
      .click()

    expect(await screen.page.getByLabel('CPF', { exact: true }).inputValue()).toBe('529.982.247-25')
    await choose(screen, 'Cartão')
    await pay(screen).click()
    await screen.page.getByText(busy).waitFor()
    expect(screen.sent('POST', '/api/payment/stripe/create-checkout')).toHaveLength(1)
  })
})

describe('a provider that fails now, to staff', () => {
  it('has a badge and one line: since when, what was met, what the shop does; in both languages [P564]', async () => {
    const trouble = {
      state: 'unstable' as const,
      since: '2026-02-03T17:05:00.000Z',
      reason: 'stripe: StripeAPIError 500',
    }

    const replies = (state: 'unstable' | 'down') => [
      on(adminApi.providers.list, {
        success: true,
        providers: providers.map((one) =>
          one.name === 'card' ? { ...one, trouble: { ...trouble, state } } : one,
        ),
      }),
    ]

    const readServices = async (language: 'pt-BR' | 'en-US', state: 'unstable' | 'down') => {
      const screen = await show('/admin/settings?view=services', {
        as: { role: 'admin' },
        language,
        replies: replies(state),
      })

      const lines = await screen.lines()

      return lines.slice(lines.findIndex((line) => line.includes('Stripe)'))).slice(1, 7)
    }

    expect(await readServices('pt-BR', 'unstable')).toEqual([
      'Modo de teste',
      'Instável',
      'Ativo',
      'Página de pagamento da Stripe: os dados do cartão nunca passam pela loja.',
      'Salvo 3 fev 14:05',
      'Configurar',
    ])

    expect((await readServices('en-US', 'down')).slice(1, 2)).toEqual(['Out of service'])

    const screen = await show('/admin/settings?view=services', {
      as: { role: 'admin' },
      replies: replies('unstable'),
    })

    await screen.page
      .getByText(
        'As chamadas falham desde 3 fev 14:05 (stripe: StripeAPIError 500). A loja avisa os ' +
          'compradores, segura as outras chamadas e tenta de novo sozinha; o que já foi pago é ' +
          'conferido quando o serviço responder.',
      )
      .waitFor()
  })
})
