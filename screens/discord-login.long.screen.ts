import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer, type Body } from './answers.ts'
import { captcha } from './captcha.ts'
import { everyPage, publicSettings } from './every-page.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// Login by Discord (P180 to P184): the button on the login page, and the page to which Discord
// redirects.

const offered = publicSettings({}, { discordLogin: true })
const started = on(api.chatLogin.start, { success: true, url: '/terms?state=abc' })
const claims = Buffer.from(JSON.stringify({ sub: ids(1).id, role: 'client', exp: 4_102_444_800 }))

const signedIn: Body<typeof api.accounts.login> = {
  success: true,
  message: 'Bem-vinda.',
  data: {
    tokens: { accessToken: `e30.${claims.toString('base64url')}.x` },
    user: { ...ids(1), name: 'Bia Prado', email: 'bia@exemplo.test', role: 'client' },
  },
}

const inside = everyPage({ role: 'client', name: 'Bia Prado', email: 'bia@exemplo.test' })

const words = {
  'pt-BR': { by: 'Entrar com Discord', again: 'Tentar de novo com Discord' },
  'en-US': { by: 'Log in with Discord', again: 'Try Discord again' },
} as const

const returnPath = '/login/discord?code=c-1&state=s-1'

/** A refusal whose extra fields the next step shows. */
const asks = (code: string, text: string, more: object = {}): Answer => {
  const answer = refused(api.chatLogin.finish, text, 403, code)
  return { ...answer, body: { ...(answer.body as object), ...more } }
}

const back = (finish: Answer, given: Given = {}) =>
  show(returnPath, { ...given, replies: [offered, captcha, finish, started] })

const main = (screen: Screen) => screen.page.getByRole('main')

describe('the way to Discord', () => {
  it('is at the login, the registration and the first step of getting in, in both languages [P180]', async () => {
    for (const language of ['pt-BR', 'en-US'] as const) {
      for (const path of ['/login', '/register', '/permission']) {
        const screen = await show(path, { language, replies: [offered, captcha] })

        if (path === '/permission') {
          await screen.page.goto('/dashboard/orders')
          await screen.atRest()
        }

        await expect.poll(() => screen.lines()).toContain(words[language].by)
        await screen.page.close()
      }

      const without = await show('/login', { language })
      await without.page.getByRole('main').waitFor()
      expect(await without.lines()).not.toContain(words[language].by)
      await without.page.close()
    }
  })

  it('goes there, keeps the page that one came from, and says when the shop cannot send anybody [P180, P184]', async () => {
    const screen = await show('/login', { replies: [offered, captcha] })
    screen.replies.unshift(refused(api.chatLogin.start, 'Muitas tentativas.', 429, 'rate.limited'))
    await screen.press(words['pt-BR'].by)
    await expect.poll(() => screen.lines()).toContain('Muitas tentativas.')
    screen.replies.unshift(started)
    await screen.press(words['pt-BR'].by)
    await screen.page.waitForURL('**/terms?state=abc')
    const storedPath = () => screen.page.evaluate(() => sessionStorage.getItem('loginFrom'))
    expect(await storedPath()).toBe('/login')
    // After a failed try, the next login still returns to the page where the first one began.
    await screen.page.evaluate(() => sessionStorage.setItem('loginFrom', '/checkout'))
    await screen.page.goto('/login/discord?error=access_denied&state=s-1')
    await screen.press(words['pt-BR'].again)
    await screen.page.waitForURL('**/terms?state=abc')
    expect(await storedPath()).toBe('/checkout')
  })
})

describe('the way back from Discord', () => {
  it('submits the answer once, removes it from the address, and returns to the page before [P180, P184]', async () => {
    const screen = await show('/terms', { replies: [offered, captcha] })
    await screen.page.evaluate(() =>
      sessionStorage.setItem('loginFrom', '/dashboard/orders?page=2'),
    )
    screen.replies.unshift(on(api.chatLogin.finish, signedIn), ...inside)
    await screen.page.goto(returnPath)
    await screen.page.waitForURL('**/dashboard/orders?page=2')
    expect(screen.sent('POST', '/api/users/login/discord/finish')).toEqual([
      { code: 'c-1', state: 's-1' },
    ])
    expect(await screen.page.evaluate(() => sessionStorage.getItem('loginFrom'))).toBeNull()
    const evil = await show('/terms', { replies: [offered, captcha] })
    await evil.page.evaluate(() => sessionStorage.setItem('loginFrom', '//evil.example/dashboard'))
    evil.replies.unshift(on(api.chatLogin.finish, signedIn), ...inside)
    await evil.page.goto(returnPath)
    await evil.page.waitForURL('**/dashboard')
  })

  it('asks somebody new for name and terms, still after a reload, and goes on [P181]', async () => {
    const screen = await back(
      asks('chat_login.new', 'Falta o nome.', { email: 'bia@exemplo.test', name: 'bia.prado' }),
    )

    const form = [
      'Falta só o seu nome',
      'Ainda não há uma conta com bia@exemplo.test. Criamos uma agora: suas compras e chaves ficam nela.',
      'Nome',
      'Li e aceito os termos e condições',
      'Criar conta e continuar',
    ]

    await expect.poll(() => screen.lines()).toEqual(form)
    expect(new URL(screen.page.url()).search).toBe('')
    await screen.page.reload()
    await expect.poll(() => screen.lines()).toEqual(form)
    expect(await screen.fields()).toContainEqual(['Nome', 'bia.prado'])
    await screen.press('Criar conta e continuar')
    await expect
      .poll(() => screen.lines())
      .toContain('Você deve aceitar os termos e condições para prosseguir.')
    await main(screen).getByLabel('Nome').fill(' Bia Prado ')
    await main(screen).getByRole('checkbox').check()
    screen.replies.unshift(on(api.chatLogin.register, signedIn), ...inside)
    await screen.press('Criar conta e continuar')
    await screen.page.waitForURL('**/dashboard')
    expect(screen.sent('POST', '/api/users/login/discord/register')).toEqual([
      { name: 'Bia Prado', termsAccepted: true },
    ])
  })

  it('asks for a login by code when the mail has an account, and links that account [P182]', async () => {
    for (const [language, text, email, send, code] of [
      ['pt-BR', 'Já existe uma conta para você.', 'E-mail', 'Receber código', 'Código'],
      ['en-US', 'There is an account for you already.', 'Email', 'Get a code', 'Code'],
    ] as const) {
      const screen = await back(asks('chat_login.prove', text, { email: 'bia@exemplo.test' }), {
        language,
        width: 360,
      })

      await expect
        .poll(async () => (await screen.lines()).slice(0, 2))
        .toEqual([words[language].by, text])
      expect(await screen.lines()).not.toContain(words[language].again)
      const field = main(screen).getByLabel(email)
      expect(await field.inputValue()).toBe('bia@exemplo.test')
      screen.replies.unshift(on(api.accounts.askLoginCode, { success: true, message: 'Enviado.' }))
      await screen.press(send)

      screen.replies.unshift(
        on(api.accounts.enterByLoginCode, signedIn),
        on(api.chatLogin.link, { success: true, message: 'Discord ligado agora.' }),
        ...inside,
      )

      await main(screen).getByLabel(code, { exact: true }).fill('482913')
      await screen.page.waitForURL('**/dashboard')
      expect(screen.sent('POST', '/api/users/login/discord/link')).toHaveLength(1)
      await screen.page.close()
    }
  })

  it('says before the second step that Discord confirmed the person [P177, P183]', async () => {
    for (const [language, lead] of [
      [
        'pt-BR',
        'O Discord confirmou que é você. Falta o código do seu aplicativo de autenticação.',
      ],
      ['en-US', "Discord confirmed it's you. Now enter the code from your authenticator app."],
    ] as const) {
      const factor = asks('auth.two_factor_required', 'Falta.', { challenge: 'd-1' })
      const screen = await back(factor, { language })
      await expect.poll(async () => (await screen.lines())[1]).toBe(lead)
      await screen.page.close()
    }
  })

  it('says what went wrong, and offers Discord again and another way in [P184]', async () => {
    for (const [language, declined, nothing, other] of [
      [
        'pt-BR',
        'O login não foi autorizado no Discord.',
        'O login pelo Discord não terminou. Comece de novo ou entre de outro jeito.',
        'Entrar de outro jeito',
      ],
      [
        'en-US',
        "The login wasn't authorised on Discord.",
        "The Discord login didn't finish. Start again, or log in another way.",
        'Log in another way',
      ],
    ] as const) {
      const { by, again } = words[language]

      const no = await show('/login/discord?error=access_denied&state=s-1', {
        language,
        width: 360,
        replies: [offered],
      })

      await expect.poll(() => no.lines()).toEqual([by, declined, again, other])
      await no.page.close()
      const bare = await show('/login/discord', { language, replies: [offered] })
      await expect.poll(() => bare.lines()).toEqual([by, nothing, again, other])
      await bare.page.close()
      const over = await back(asks('chat_login.over', 'Expirou.'), { language })
      await expect.poll(() => over.lines()).toEqual([by, 'Expirou.', again, other])
      await main(over).getByRole('link', { name: other }).click()
      await over.page.waitForURL('**/login')
      await over.page.close()
    }
  })
})
