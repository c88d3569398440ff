import { demoPassword } from '@chaveiro/contracts/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, soon, staff } from './admin.ts'
import { stateIn } from './row-acts.ts'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const email = 'cliente@demo.test'

async function logIn(
  { page }: Visit,
  password = demoPassword,
  words = ['E-mail', 'Senha', 'Entrar'],
) {
  await page.goto('/login')
  await page.getByLabel(words[0]!).fill(email)
  await page.getByLabel(words[1]!, { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: words[2]!, exact: true }).click()
  await page.waitForURL('**/dashboard')
}

async function newestCode(): Promise<string> {
  let code = ''

  await soon(async () => {
    const mails = await shop.sandbox('GET', `/sandbox/api/mail?to=${email}`)
    code = /(?:Código|Code): (\d{6})/.exec(mails[0]?.text ?? '')?.[1] ?? ''

    return code
  }).toMatch(/^\d{6}$/)

  return code
}

describe('a login by a code from the mail', () => {
  it('the login offers it, explains a wrong email or code, and survives a reload [Q117, F129, F130]', async () => {
    const { page, context, complaints } = await visit(shop, phone())
    await page.goto('/login')
    await page.getByLabel('E-mail').fill('ana@')
    await page.getByRole('button', { name: 'Entrar com código por e-mail' }).click()
    await page.getByText('Informe um e-mail válido, como nome@exemplo.com.').waitFor()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Entrar com código por e-mail' }).click()
    await page.getByRole('heading', { name: 'Digite o código' }).waitFor()
    await page.getByText(`Enviamos um código de seis dígitos para ${email}.`).waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.reload()
    await page.getByRole('heading', { name: 'Digite o código' }).waitFor()
    const code = await newestCode()
    await page.getByLabel('Código').fill('12')
    await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('Digite os seis dígitos do código.').waitFor()
    await page.getByLabel('Código').fill(code === '000000' ? '000001' : '000000')
    await page.getByText('Código incorreto. Tentativas restantes: 4.').waitFor()
    await page.getByLabel('Código').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.waitForURL('**/dashboard')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is offered in words where the login is locked [F130, Q117]', async () => {
    const { page, context } = await visit(shop, desk('en-US'))

    await page.route('**/api/users/login', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        body: JSON.stringify({
          success: false,
          code: 'rate.limited',
          error: 'Too many attempts. Try again later.',
        }),
      }),
    )

    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('x')
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('Too many attempts. Try again later.').waitFor()
    await page.getByText("Don't want to wait? Log in with a code sent to your email.").waitFor()
    await page.getByRole('button', { name: 'Email me a login code' }).click()
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
    await context.close()
  })
})

describe('the login page', () => {
  it('notices within moments that the token is gone, forgets the rest of the session and says so [S151] [F131]', async () => {
    const visitor = await visit(shop, desk())
    await logIn(visitor)
    const { page, context } = visitor
    // The login page ignores an expired token, so the page stays there and notices the token's
    // removal.
    const ended = `e30.${Buffer.from('{"sub":"x","role":"client","exp":1}').toString('base64url')}.x`
    await context.clearCookies()
    await page.evaluate((token) => localStorage.setItem('accessToken', token), ended)
    await page.goto('/login')
    await page.evaluate(() => localStorage.removeItem('accessToken'))
    await page.getByText('Sua sessão terminou. Entre novamente.').waitFor({ timeout: 4_000 })
    expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull()
    await context.close()
  })
})

describe('a browser that lets the shop keep nothing', () => {
  it('stays without a session: the guard asks for a login, and the login names the reason [S206] [F131]', async () => {
    const { page, context } = await visit(shop, desk())

    await context.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })

    await page.goto('/dashboard')
    await page
      .getByText('Erro ao verificar autenticação. Por favor, faça login novamente.')
      .waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Fazer login' }).click()
    // The previous page has an e-mail field too, and is visible until the login page is drawn.
    await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('Seu navegador não deixa a loja guardar a sua sessão.').waitFor()
    await context.close()
  })
})

describe('the own sessions', () => {
  it('list each login, and end another device, which reads why at its login page [F163]', async () => {
    // No other session of this account uses this device, so the test cannot end a wrong session.
    const mac =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'

    const [here, there] = [
      await visit(shop, phone()),
      await visit(shop, { ...desk(), userAgent: mac }),
    ]

    await logIn(there)
    await logIn(here)
    const { page } = here
    await page.goto('/dashboard/settings?tab=security')
    const list = page.getByRole('list', { name: 'Onde você está conectado' })
    await list.getByText('Este aparelho').waitFor()
    expect(await list.getByRole('listitem').first().innerText()).toMatch(
      /^Chrome, Linux\nVisto em .*, de (127\.0\.0\.1|::1)/,
    )
    const others = list.getByRole('button', { name: 'Desconectar' })
    const before = await others.count()
    expect(before).toBeGreaterThanOrEqual(1)
    await list.getByRole('button', { name: /^Desconectar: Safari, Mac/ }).click()
    await page.getByText('Sessão encerrada.').waitFor()
    await soon(() => others.count()).toBe(before - 1)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await there.page.getByRole('main').getByRole('link').first().waitFor()
    await there.page.goto('/dashboard/orders')
    await there.page.waitForURL('**/login')
    await there.page.getByText('Sua sessão terminou. Entre novamente.').waitFor()
    expect(await there.page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    for (const { context } of [here, there]) await context.close()
  })
})

describe('an act of power in the back office', () => {
  it('a change of role in a customer’s row needs a confirmation by name and a proof [Q113, F141]', async () => {
    const { page, context, api } = await staff(shop, desk(), `users?search=${email}`)
    const searchAnswer = await api(`/api/admin/users?search=${email}`)
    const role = stateIn(page, 'Função de ')
    await role.choose('Administrador')
    await page.getByRole('alertdialog').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
    const roleNow = async () => (await api(`/api/admin/users/${searchAnswer.data[0].id}`)).user.role
    expect(await roleNow()).toBe('client')
    expect(await role.shown()).toBe('Cliente')
    let requestCount = 0

    await page.route('**/api/admin/users/*/role', (route) =>
      requestCount++
        ? route.fallback()
        : route.fulfill({
            status: 403,
            contentType: 'application/json',
            body: JSON.stringify({ success: false, code: 'auth.step_up', error: 'Confirme' }),
          }),
    )

    await role.choose('Desenvolvedor')
    const question = page.getByRole('alertdialog')
    expect(await question.getByRole('heading').innerText()).toContain(searchAnswer.data[0].name)
    await question.getByRole('button', { name: /^Mudar para/ }).click()
    const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
    await proof.getByLabel('Sua senha', { exact: true }).fill('errada')
    await proof.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await proof.getByText('A senha atual está incorreta.').waitFor()
    expect(await roleNow()).toBe('client')
    await proof.getByLabel('Sua senha', { exact: true }).fill(demoPassword)
    await proof.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await proof.waitFor({ state: 'hidden' })
    await soon(roleNow).toBe('developer')
    expect(requestCount).toBe(2)
    await role.choose('Cliente')

    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Mudar para/ })
      .click()

    await soon(roleNow).toBe('client')
    await context.close()
  })
})
