import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused } from './answers.ts'
import {
  signedIn,
  isNew,
  inside,
  cartAnswers,
  local,
  visitor,
  posted,
  token,
  main,
  alerts,
  askForCode,
  order,
  paying,
} from './get-in-samples.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'

describe('a visitor at the checkout', () => {
  it('sees the cart with its sums, and the field for a mail on the same page [P141]', async () => {
    const screen = await visitor('/checkout')

    await expect
      .poll(() => screen.lines())
      .toEqual([
        ...order,
        'Entre ou crie sua conta',
        'Sem senha: enviamos um código ao seu e-mail.',
        'E-mail',
        'Receber código',
        'Entrar com senha',
      ])

    expect(await screen.page.title()).toBe('Finalizar compra · Chaveiro')
    await screen.press('Receber código')
    await expect.poll(() => alerts(screen)).toEqual(['Preencha este campo.'])
    await screen.press('Entrar com senha')
    await expect
      .poll(() => alerts(screen))
      .toEqual(['Primeiro o seu e-mail: a senha vem no passo seguinte.'])
    await main(screen).getByLabel('E-mail').fill('bia@')
    await screen.press('Entrar com senha')
    await expect
      .poll(() => alerts(screen))
      .toEqual(['Informe um e-mail válido, como nome@exemplo.com.'])
    expect(posted(screen)).toEqual([])
    const other = await visitor('/checkout', { language: 'en-US', width: 360 })

    await expect
      .poll(() => other.lines())
      .toEqual([
        'Checkout',
        'Cart',
        'Pincel Pro',
        '3 × R$416.70',
        'R$1,250.10',
        '3',
        'Lápis Mini',
        '2 × R$9.90',
        'R$19.80',
        '2',
        'Total',
        'R$1,269.90',
        'Log in or create your account',
        "No password needed. We'll email you a code.",
        'Email',
        'Get a code',
        'Use a password',
      ])
  })

  it('sees the variant of each cart line, and removes the right line [L014]', async () => {
    const [pincel] = local

    const options = [
      { ...pincel, variantId: ids(31).id, variantName: '30 dias' },
      { ...pincel, variantId: ids(32).id, variantName: 'Vitalícia', quantity: 1 },
    ]

    const screen = await visitor('/checkout', {}, options)

    await expect
      .poll(async () => (await screen.lines()).slice(1, 11))
      .toEqual([
        'Carrinho',
        'Pincel Pro · 30 dias',
        '3 × R$ 416,70',
        'R$ 1.250,10',
        '3',
        'Pincel Pro · Vitalícia',
        '1 × R$ 416,70',
        'R$ 416,70',
        '1',
        'Total',
      ])

    await screen.press('Remover Pincel Pro · 30 dias')
    await expect
      .poll(async () => (await screen.lines()).slice(1, 5))
      .toEqual(['Carrinho', 'Pincel Pro · Vitalícia', '1 × R$ 416,70', 'R$ 416,70'])
    const english = await visitor('/checkout', { language: 'en-US' }, options)
    await english.press('Remove Pincel Pro · Vitalícia')
    await expect
      .poll(async () => (await english.lines()).slice(1, 5))
      .toEqual(['Cart', 'Pincel Pro · 30 dias', '3 × R$416.70', 'R$1,250.10'])
  })

  it('changes the cart there; an empty cart links to the products [S077] [P141]', async () => {
    const screen = await visitor('/checkout')
    await screen.press('Remover Pincel Pro')
    await screen.press('Diminuir Lápis Mini')

    await expect
      .poll(async () => (await screen.lines()).slice(0, 8))
      .toEqual([
        'Finalizar compra',
        'Carrinho',
        'Lápis Mini',
        '1 × R$ 9,90',
        'R$ 9,90',
        '1',
        'Total',
        'R$ 9,90',
      ])

    await screen.press('Remover Lápis Mini')
    await expect
      .poll(() => screen.lines())
      .toEqual(['Finalizar compra', 'Seu carrinho está vazio.', 'Ver produtos'])
  })

  it('logs in by a code, and continues the checkout with the same cart [Q117, Q50, P141, P143]', async () => {
    const screen = await visitor('/checkout')
    await askForCode(screen)

    await expect
      .poll(async () => (await screen.lines()).slice(12))
      .toEqual([
        'Digite o código',
        'Enviamos um código de seis dígitos para bia.prado@exemplo.test. Ele vale por 10 minutos, neste navegador.',
        'Código',
        'Seis dígitos, por exemplo 482913.',
        'Entrar',
        expect.stringMatching(/^Enviar outro código em (?:30|2\d) s$/),
        'Trocar e-mail',
      ])

    const field = main(screen).getByLabel('Código')
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await field.getAttribute('inputmode')).toBe('numeric')
    // A phone may have dropped the page while the mail app was open; the reloaded page still asks
    // for the code.
    await screen.page.reload()
    await field.waitFor()
    screen.replies.unshift(on(api.accounts.enterByLoginCode, signedIn), ...inside)
    screen.replies.unshift(...cartAnswers)
    await field.fill('482913')
    await expect.poll(async () => (await screen.lines()).slice(0, 4)).toEqual([...paying, 'PIX'])
    const lines = await screen.lines()
    const summary = lines.indexOf('Resumo do pedido')

    expect(lines.slice(summary, summary + 5)).toEqual([
      'Resumo do pedido',
      'Pincel Pro',
      '3 × R$ 416,70',
      'R$ 1.250,10',
      '3',
    ])

    expect(new URL(screen.page.url()).pathname).toBe('/checkout')

    expect(posted(screen).slice(0, 3)).toEqual([
      ['/api/users/login/code', { email: 'bia.prado@exemplo.test', recaptchaToken: token }],
      ['/api/users/login/code/enter', { code: '482913' }],
      [
        `/api/product/cart/${ids(1).id}/sync`,
        {
          localCartItems: [
            { id: ids(1).id, quantity: 3 },
            { id: ids(2).id, quantity: 2 },
          ],
        },
      ],
    ])

    expect(await screen.page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  })

  it('sees the order while the cart moves to the account, and after a failed move [S267] [P141]', async () => {
    const screen = await visitor('/checkout')
    await askForCode(screen)
    screen.replies.unshift(on(api.accounts.enterByLoginCode, signedIn), ...inside)
    screen.replies.unshift(pending(api.cart.sync))
    await main(screen).getByLabel('Código').fill('482913')
    await expect.poll(() => screen.held).toBe(1)
    expect((await screen.lines()).slice(0, 12)).toEqual(order)
    const failing = await visitor('/checkout')
    await askForCode(failing)
    failing.replies.unshift(on(api.accounts.enterByLoginCode, signedIn), ...inside)
    failing.replies.unshift(refused(api.cart.sync, 'Caiu.'))
    await main(failing).getByLabel('Código').fill('482913')

    await expect
      .poll(() => failing.lines())
      .toEqual([
        'Finalizar compra',
        'O carrinho não pôde ser carregado. Seus itens continuam guardados.',
        'Tentar novamente',
        ...order.slice(1),
      ])

    failing.replies.unshift(...cartAnswers)
    await failing.press('Tentar novamente')
    await expect.poll(async () => (await failing.lines()).slice(0, 3)).toEqual(paying)
  })
})

describe('a new customer', () => {
  const code = async (screen: Screen, label = 'Código') => {
    screen.replies.unshift(isNew)
    await main(screen).getByLabel(label, { exact: true }).fill('482913')
  }

  const started = refused(api.payments.startPix, 'Agora não.', 500, 'x')

  const renamed = (name: string, email: string) =>
    on(api.ownAccount.rename, {
      success: true,
      message: 'Nome alterado.',
      user: { ...ids(1), name, email, role: 'client' },
    })

  it('accepts the terms once, and confirms a name that is guessed from the email [P140, P141, P144]', async () => {
    const screen = await visitor('/checkout')
    await askForCode(screen)
    await code(screen)

    await expect
      .poll(async () => (await screen.lines()).slice(12))
      .toEqual([
        'Falta só aceitar os termos',
        'Ainda não há uma conta com bia.prado@exemplo.test. Criamos uma agora: suas compras e chaves ficam nela.',
        'Li e aceito os termos e condições',
        'Criar conta e continuar',
      ])

    const form = main(screen).locator('form')
    expect(await screen.fields(form)).toEqual([['Li e aceito os termos e condições', false]])
    await screen.press('Criar conta e continuar')

    await expect
      .poll(async () => (await screen.lines()).slice(14))
      .toEqual([
        'Li e aceito os termos e condições',
        'Você deve aceitar os termos e condições para prosseguir.',
        'Criar conta e continuar',
      ])

    await form.getByRole('checkbox').check()
    screen.replies.unshift(on(api.accounts.registerByLoginCode, signedIn), ...inside)
    screen.replies.unshift(...cartAnswers, started, renamed('Bia Lima', 'bia.prado@exemplo.test'))
    await screen.press('Criar conta e continuar')
    await expect
      .poll(async () => (await screen.lines()).slice(0, 5))
      .toEqual([...paying.slice(0, 2), 'Seu nome', 'Fica no recibo e na sua conta.', paying[2]])

    expect(posted(screen)[2]).toEqual([
      '/api/users/login/code/register',
      { name: 'Bia Prado', termsAccepted: true },
    ])

    const name = main(screen).getByLabel('Seu nome')
    expect(await name.inputValue()).toBe('Bia Prado')
    expect(await screen.fields()).toContainEqual(['Li e aceito os termos e condições.', true])

    const starts = () => screen.sent('POST', '/api/payment/efybank/checkout')
    await main(screen).getByLabel('CPF', { exact: true }).fill('52998224725')
    await name.fill('  ')
    await screen.press('Pagar R$ 1.269,90 com PIX')
    await expect.poll(() => alerts(screen)).toEqual(['Preencha o seu nome.'])
    expect(await name.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(starts()).toEqual([])
    await name.fill(' Bia Lima ')
    await screen.page.keyboard.press('Enter')
    await expect.poll(() => starts().length).toBe(1)

    expect(starts()[0]).toMatchObject({
      termsAccepted: true,
      customer: { name: 'Bia Lima', email: 'bia.prado@exemplo.test', cpf: '529.982.247-25' },
    })

    expect(screen.sent('PATCH', '/api/users/profile')).toEqual([{ name: 'Bia Lima' }])
  })

  it('types a name if the email suggests none; it fits a narrow phone [P144]', async () => {
    const screen = await visitor('/checkout', { language: 'en-US', width: 320 })
    await main(screen).getByLabel('Email').fill('x1@exemplo.test')
    await screen.press('Get a code')
    await code(screen, 'Code')
    await main(screen).getByText('One last thing: the terms').waitFor()
    // The checkbox of the terms has the focus: Space ticks it, Enter continues.
    await screen.page.keyboard.press('Space')
    const user = { ...signedIn.data.user, name: 'x1', email: 'x1@exemplo.test' }
    const entered = { ...signedIn, data: { ...signedIn.data, user } }
    screen.replies.unshift(on(api.accounts.registerByLoginCode, entered), ...inside)
    screen.replies.unshift(...cartAnswers, started, renamed('Ana', 'x1@exemplo.test'))
    await screen.page.keyboard.press('Enter')
    const name = main(screen).getByLabel('Your name')
    await name.waitFor()
    expect(await name.inputValue()).toBe('')

    expect(posted(screen)[2]).toEqual([
      '/api/users/login/code/register',
      { name: 'x1', termsAccepted: true },
    ])

    const isWide = await screen.page.evaluate(
      () => document.documentElement.scrollWidth > window.innerWidth,
    )
    expect(isWide).toBe(false)
    await main(screen).getByLabel('CPF', { exact: true }).fill('52998224725')
    await screen.press('Pay R$1,269.90 with PIX')
    await expect.poll(() => alerts(screen)).toEqual(['Enter your name.'])
    await name.fill('Ana')
    await screen.press('Pay R$1,269.90 with PIX')
    await expect.poll(() => screen.sent('PATCH', '/api/users/profile')).toEqual([{ name: 'Ana' }])
  })

  it('sees English texts; an expired code leads back to the start, with the reason [P140]', async () => {
    const screen = await visitor('/checkout', { language: 'en-US', width: 360 })
    await askForCode(screen, ['Email', 'Get a code', 'Code'])

    await expect
      .poll(async () => (await screen.lines()).slice(12))
      .toEqual([
        'Enter the code',
        'We sent a six-digit code to bia.prado@exemplo.test. It works for 10 minutes, in this browser only.',
        'Code',
        'Six digits, for example 482913.',
        'Log in',
        expect.stringMatching(/^Send a new code in (?:30|2\d) s$/),
        'Use another email',
      ])

    await code(screen, 'Code')

    await expect
      .poll(async () => (await screen.lines()).slice(12))
      .toEqual([
        'One last thing: the terms',
        "There's no account for bia.prado@exemplo.test yet. We'll create one now to keep your purchases and keys.",
        'I have read and accept the terms and conditions',
        'Create account and continue',
      ])

    await main(screen).getByRole('checkbox').check()
    screen.replies.unshift(
      refused(api.accounts.registerByLoginCode, 'It expired.', 400, 'login_code.over'),
    )
    await screen.press('Create account and continue')

    await expect
      .poll(async () => (await screen.lines()).slice(12))
      .toEqual([
        'Log in or create your account',
        "No password needed. We'll email you a code.",
        'Email',
        'It expired.',
        'Get a code',
        'Use a password',
      ])
  })
})

describe('the code from the mail', () => {
  it('can be requested again after thirty seconds, or at once after it expired [P143]', async () => {
    const screen = await visitor('/checkout', {
      now: '2026-02-03T17:20:00.000Z',
      movesClock: true,
    })

    await askForCode(screen)
    const again = main(screen).getByRole('button', { name: /^Enviar outro código/ })
    expect(await again.isDisabled()).toBe(true)
    await screen.page.clock.fastForward(31_000)
    await expect.poll(() => screen.lines(again)).toEqual(['Enviar outro código'])
    await again.click()
    await main(screen).getByText('Enviamos outro código. O anterior não vale mais.').waitFor()
    expect(await again.isDisabled()).toBe(true)
    screen.replies.unshift(
      refused(api.accounts.enterByLoginCode, 'Este código expirou.', 400, 'login_code.over'),
    )
    await main(screen).getByLabel('Código').fill('111111')
    await expect.poll(() => alerts(screen)).toEqual(['Este código expirou.'])
    await expect.poll(() => screen.lines(again)).toEqual(['Enviar outro código'])
    screen.replies.unshift(
      refused(api.accounts.askLoginCode, 'Muitos pedidos. Espere.', 429, 'rate.limited'),
    )
    await again.click()
    await expect.poll(() => alerts(screen)).toEqual(['Muitos pedidos. Espere.'])
    expect(posted(screen).filter(([path]) => path === '/api/users/login/code')).toHaveLength(3)
  })

  it('is found in a pasted text and sent once automatically; then only the button sends it [P143]', async () => {
    const screen = await visitor('/checkout')
    await askForCode(screen)
    screen.replies.unshift(
      refused(api.accounts.enterByLoginCode, 'Código errado.', 400, 'login_code.wrong'),
    )
    const field = main(screen).getByLabel('Código')

    await field.evaluate((input) => {
      const data = new DataTransfer()
      data.setData('text', 'Código: 482 913 ')
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })

    await expect.poll(() => alerts(screen)).toEqual(['Código errado.'])
    expect(await field.inputValue()).toBe('482913')
    const entered = () => posted(screen).filter(([path]) => path === '/api/users/login/code/enter')
    expect(entered()).toEqual([['/api/users/login/code/enter', { code: '482913' }]])
    await screen.press('Entrar', main(screen))
    await expect.poll(entered).toHaveLength(2)
    await screen.press('Trocar e-mail')

    await expect
      .poll(async () => (await screen.lines()).slice(12, 15))
      .toEqual([
        'Entre ou crie sua conta',
        'Sem senha: enviamos um código ao seu e-mail.',
        'E-mail',
      ])

    expect(await main(screen).getByLabel('E-mail').inputValue()).toBe('bia.prado@exemplo.test')
  })
})
