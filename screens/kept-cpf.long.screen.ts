import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import {
  accept,
  choose,
  english,
  open,
  pay,
  pix,
  ready,
  sent,
  sheet,
  token,
} from './checkout-samples.ts'
import { publicSettings } from './every-page.ts'
import type { Screen } from './screen.ts'
import { settingsSetup as inSettings, part, path } from './settings-samples.ts'
import { show, type Given } from './show.ts'

type Kept = Body<typeof api.ownAccount.keptCpf>['kept']
const keeps = (storedCpf: Kept) => on(api.ownAccount.keptCpf, { success: true, kept: storedCpf })
const kept = keeps({ masked: '***.456.789-**', since: '2026-01-07T15:00:00.000Z' })
const started = on(api.payments.startPix, pix)

const pixRow = (screen: Screen) =>
  screen.page.getByRole('main').locator('fieldset > div > div').first()

const box = (screen: Screen) => screen.page.getByRole('checkbox', { name: /^(Lembrar|Remember)/ })
const field = (screen: Screen) => screen.page.getByLabel('CPF', { exact: true })

const hasFocus = (screen: Screen, name: string) =>
  screen.page.evaluate((wanted) => {
    const at = document.activeElement as HTMLInputElement | null
    return (
      (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.textContent) === wanted
    )
  }, name)

const payer = (screen: Screen) =>
  sent(screen).map(([, body]) => (body as { customer: unknown }).customer)

const bia = { name: 'Bia Prado', email: 'bia@exemplo.test' }

describe('a CPF that is typed at the checkout', () => {
  it('is stored if the buyer ticks the box, and appears masked after the payment [P230]', async () => {
    const words = async (given: Given, change: string) => {
      const screen = await open(given)
      await ready(screen, 'PIX')
      await field(screen).fill('12345678909')
      expect(await box(screen).isChecked()).toBe(false)
      await box(screen).check()
      const typed = await screen.lines(pixRow(screen))
      screen.replies.unshift(started, kept)
      await pay(screen).click()
      await sheet(screen).waitFor()
      expect(payer(screen)).toEqual([{ ...bia, cpf: '123.456.789-09', keepCpf: true }])
      await screen.press(change)
      await expect.poll(() => field(screen).count()).toBe(0)

      return [typed, await screen.lines(pixRow(screen))]
    }

    expect(await words({}, 'Mudar a forma de pagamento')).toEqual([
      [
        'PIX',
        'Código na hora, confirmação em segundos.',
        'CPF',
        'O banco pede o CPF de quem paga. Ele fica guardado cifrado até você apagá-lo nas configurações ou ficar um ano sem comprar.',
        'Lembrar meu CPF para a próxima compra',
      ],
      ['PIX', 'Código na hora, confirmação em segundos.', 'CPF ***.456.789-**', '·', 'Trocar'],
    ])

    expect(await words({ ...english, width: 360 }, 'Change payment method')).toEqual([
      [
        'PIX',
        'Instant code, confirmed in seconds.',
        'CPF',
        "The bank asks for the payer's CPF. It stays encrypted until you remove it in settings or buy nothing for a year.",
        'Remember my CPF for next time',
      ],
      ['PIX', 'Instant code, confirmed in seconds.', 'CPF ***.456.789-**', '·', 'Change'],
    ])
  })

  it('is not stored after a refused payment; the text and the ticked box stay [P230]', async () => {
    const screen = await open()
    await ready(screen, 'PIX')
    await field(screen).fill('12345678909')
    await box(screen).check()
    screen.replies.unshift(
      refused(api.payments.startPix, 'O CPF não confere.', 400, 'payment.cpf_invalid'),
    )
    await pay(screen).click()
    await expect.poll(() => screen.lines(pixRow(screen))).toContain('O CPF não confere.')

    await expect
      .poll(() => screen.fields(pixRow(screen)))
      .toEqual([
        ['PIX | Código na hora, confirmação em segundos.', true],
        ['CPF', '123.456.789-09'],
        ['Lembrar meu CPF para a próxima compra', true],
      ])
  })
})

describe('a CPF that the account keeps', () => {
  it('appears masked instead of the field, and the payment call does not contain it [P231]', async () => {
    const words = async (given: Given) => {
      const screen = await open(given, [kept])
      await ready(screen, 'PIX')
      const rowTexts = await screen.lines(pixRow(screen))
      expect(await screen.fields(pixRow(screen))).toEqual([
        [rowTexts.slice(0, 2).join(' | '), true],
      ])
      screen.expectAnswered()
      screen.replies.unshift(started)
      await pay(screen).click()
      await sheet(screen).waitFor()

      expect(sent(screen)).toEqual([
        [
          '/api/payment/efybank/checkout',
          {
            cartId: '11111111-0000-4000-8000-000000000090',
            termsAccepted: true,
            recaptchaToken: token,
            expectedTotal: 1269.9,
            customer: { ...bia, useKeptCpf: true },
          },
        ],
      ])

      return rowTexts
    }

    expect(await words({ width: 360 })).toEqual([
      'PIX',
      'Código na hora, confirmação em segundos.',
      'CPF ***.456.789-**',
      '·',
      'Trocar',
    ])

    expect(await words(english)).toEqual([
      'PIX',
      'Instant code, confirmed in seconds.',
      'CPF ***.456.789-**',
      '·',
      'Change',
    ])
  })

  it('can be replaced for one order or permanently; one button restores it [P230, P231]', async () => {
    const words = async (given: Given, change: string, back: string) => {
      const screen = await open(given, [kept])
      await ready(screen, 'PIX')
      await screen.press(change)
      await expect.poll(() => hasFocus(screen, 'CPF')).toBe(true)
      const rowTexts = await screen.lines(pixRow(screen))
      expect(await box(screen).isChecked()).toBe(false)
      await screen.press(back)
      await expect.poll(() => hasFocus(screen, change)).toBe(true)
      await expect.poll(() => field(screen).count()).toBe(0)
      await screen.press(change)
      await field(screen).fill('11144477735')
      screen.replies.unshift(started)
      await pay(screen).click()
      await sheet(screen).waitFor()
      expect(payer(screen)).toEqual([{ ...bia, cpf: '111.444.777-35' }])

      return rowTexts
    }

    expect(await words({}, 'Trocar o CPF', 'Usar o CPF ***.456.789-**')).toEqual([
      'PIX',
      'Código na hora, confirmação em segundos.',
      'CPF',
      'O banco pede o CPF de quem paga. Ele é guardado cifrado e só serve para este pagamento.',
      'Lembrar meu CPF para a próxima compra',
      'Usar o CPF ***.456.789-**',
    ])

    expect(await words(english, 'Change CPF', 'Use CPF ***.456.789-**')).toEqual([
      'PIX',
      'Instant code, confirmed in seconds.',
      'CPF',
      "The bank asks for the payer's CPF. It's stored encrypted and used for this payment only.",
      'Remember my CPF for next time',
      'Use CPF ***.456.789-**',
    ])
  })

  it('that another tab removed must be typed again; nothing else is lost [P232]', async () => {
    const words = async (given: Given, error: string) => {
      const screen = await open(given, [kept])
      await ready(screen, 'PIX')
      screen.replies.unshift(refused(api.payments.startPix, error, 409, 'payment.cpf_not_kept'))
      await pay(screen).click()
      await expect.poll(() => screen.lines(pixRow(screen))).toContain(error)
      const rowTexts = await screen.lines(pixRow(screen))
      await expect.poll(() => hasFocus(screen, 'CPF')).toBe(true)
      await screen.page.keyboard.type('12345678909')
      await expect.poll(() => screen.lines(pixRow(screen))).not.toContain(error)
      expect(await pay(screen).isEnabled()).toBe(true)
      screen.replies.unshift(started)
      await pay(screen).click()
      await sheet(screen).waitFor()

      expect(payer(screen)).toEqual([
        { ...bia, useKeptCpf: true },
        { ...bia, cpf: '123.456.789-09' },
      ])

      return rowTexts
    }

    const pt = 'Seu CPF não está mais guardado. Digite-o para pagar.'

    expect(await words({}, pt)).toEqual([
      'PIX',
      'Código na hora, confirmação em segundos.',
      'CPF',
      'Seu CPF não está mais guardado. Digite-o para pagar.',
      'Lembrar meu CPF para a próxima compra',
    ])

    expect(await words(english, 'Your CPF is no longer kept. Type it to pay.')).toEqual([
      'PIX',
      'Instant code, confirmed in seconds.',
      'CPF',
      'Your CPF is no longer kept. Type it to pay.',
      'Remember my CPF for next time',
    ])
  })

  it('must be typed if it cannot be read; card and crypto do not need it [P231, P233]', async () => {
    for (const answer of [
      refused(api.ownAccount.keptCpf, 'Algo deu errado.', 500),
      keeps({ masked: null, since: '2026-01-07T15:00:00.000Z' }),
    ]) {
      const screen = await open({}, [answer])
      await field(screen).waitFor()
      expect(await screen.page.getByRole('button', { name: 'Trocar o CPF' }).count()).toBe(0)
    }

    const waiting = await open({}, [pending(api.ownAccount.keptCpf)])
    await expect.poll(() => waiting.lines()).toEqual(['Finalizar compra'])
    const coins = await open({}, [kept])
    await choose(coins, 'Cripto')
    await accept(coins)
    expect(await coins.page.getByText('***.456.789-**').count()).toBe(0)
    coins.replies.unshift(refused(api.payments.startCrypto, 'Agora não.', 400))
    await pay(coins).click()
    await expect.poll(() => payer(coins)).toEqual([bia])
    const methods = { pix: false, card: true, crypto: true }
    // Without PIX no field waits for the stored CPF, so the page is usable although that call has
    // no answer.
    const unheard = pending(api.ownAccount.keptCpf)
    const noPix = await open({}, [publicSettings({}, { methods }), unheard])
    await pay(noPix).waitFor()
    expect(await field(noPix).count()).toBe(0)
  })
})

describe('the kept CPF in the settings', () => {
  const cpfPath = '/api/users/profile/cpf'
  const settings = (language: 'pt-BR' | 'en-US', answer: ReturnType<typeof on>, width = 1280) =>
    show(path, { ...inSettings, language, width, replies: [answer, ...inSettings.replies!] })
  const row = (screen: Screen, heading: string) =>
    part(screen, heading).and(screen.page.locator('section'))

  it('is shown masked with its date, and one button removes it [P234]', async () => {
    for (const [language, heading, act, day, said, none] of [
      [
        'pt-BR',
        'CPF guardado',
        'Esquecer CPF',
        'Guardado cifrado em 7 de jan. de 2026, para a sua próxima compra com PIX.',
        'CPF esquecido.',
        'Nenhum CPF guardado. Ao pagar com PIX, você escolhe se a loja deve lembrar dele.',
      ],
      [
        'en-US',
        'Saved CPF',
        'Forget CPF',
        'Stored encrypted on Jan 7, 2026, for your next PIX purchase.',
        'CPF forgotten.',
        'No CPF saved. When you pay with PIX, you choose whether the shop remembers it.',
      ],
    ] as const) {
      const screen = await settings(language, kept, language === 'pt-BR' ? 1280 : 360)
      const lines = () => screen.lines(row(screen, heading))
      await expect.poll(lines).toEqual([heading, '***.456.789-**', day, act])
      screen.replies.unshift(refused(api.ownAccount.forgetCpf, 'Agora não.', 429))
      await screen.press(act)
      await expect.poll(lines).toEqual([heading, '***.456.789-**', day, act, 'Agora não.'])
      screen.replies.unshift(on(api.ownAccount.forgetCpf, { success: true, message: said }))
      await screen.press(act)
      await expect.poll(lines).toEqual([heading, none])
      await screen.page.getByText(said, { exact: true }).waitFor()
      await expect.poll(() => hasFocus(screen, heading)).toBe(true)
      expect(screen.sent('DELETE', cpfPath)).toHaveLength(2)
    }
  })

  it('an unreadable CPF is reported and can be removed; a failed request shows an error [P233, P234]', async () => {
    const lost = keeps({ masked: null, since: '2026-01-07T15:00:00.000Z' })
    const broken = refused(api.ownAccount.keptCpf, 'Algo deu errado.', 400)

    for (const [language, heading, answer, said] of [
      [
        'pt-BR',
        'CPF guardado',
        lost,
        [
          'CPF guardado',
          'Um CPF está guardado, mas não pôde ser lido agora. Na próxima compra, digite-o de novo.',
          'Esquecer CPF',
        ],
      ],
      [
        'en-US',
        'Saved CPF',
        lost,
        [
          'Saved CPF',
          "A CPF is saved but couldn't be read just now. Enter it again on your next purchase.",
          'Forget CPF',
        ],
      ],
      [
        'pt-BR',
        'CPF guardado',
        broken,
        ['CPF guardado', 'O CPF guardado não pôde ser carregado.', 'Tentar novamente'],
      ],
      ['en-US', 'Saved CPF', broken, ['Saved CPF', "We couldn't load the saved CPF.", 'Try again']],
    ] as const) {
      const screen = await settings(language, answer)
      await expect.poll(() => screen.lines(row(screen, heading))).toEqual(said)
    }
  })
})
