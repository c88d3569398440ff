import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { refused } from './answers.ts'
import { captcha } from './captcha.ts'
import { show } from './show.ts'
import { buying, complaintsOf } from './walks.ts'

// Pages that the browser translates, which replaces every text node. The long run translates all
// screens (scripts/tests/parts.mjs); this file covers the most important ones.

const translated = { changed: 'translated' } as const

describe('a page that the browser translates', () => {
  it('says why a login was refused, and takes the next', async () => {
    const screen = await show('/login', { ...translated, replies: [captcha] })
    const complaints = complaintsOf(screen)
    expect(await screen.page.locator('font').count()).toBeGreaterThan(10)
    await screen.page.getByLabel('E-mail').fill('bia@exemplo.test')
    await screen.page.getByRole('main').getByLabel('Senha', { exact: true }).fill('errada')
    screen.replies.unshift(
      refused(api.accounts.login, 'Invalid credentials', 401, 'auth.invalid_credentials'),
    )
    await screen.press('Entrar', screen.page.getByRole('main'))
    await screen.page.getByRole('alert').waitFor()

    expect(await screen.lines()).toEqual([
      'Entrar',
      'E-mail',
      'Senha',
      'E-mail ou senha incorretos.',
      'Entrar',
      'Entrar com código por e-mail',
      'Criar conta',
      'Esqueci a senha',
    ])

    expect(complaints).toEqual([])
  })

  it('takes a coupon and another quantity, opens a payment and ends with the keys', () =>
    buying(translated))
})
