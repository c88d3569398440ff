import { api } from '@chaveiro/contracts'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { captcha } from './captcha.ts'
import { accept, choose, open, pay } from './checkout-samples.ts'
import * as desk from './desk-samples.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'
import { sold } from './sold-samples.ts'
import { buying, complaintsOf, workingDay } from './walks.ts'

// A browser or an extension changes the pages during a purchase and a staff member's day. No change
// may cause a crash, a console error or a wrong text.

const signedIn = {
  success: true,
  message: 'Bem-vinda.',
  data: {
    tokens: { accessToken: 'e30.e30.x' },
    user: { ...ids(1), name: 'Bia Prado', email: 'bia@exemplo.test', role: 'client' },
  },
} as const

const copyRefused = 'O navegador não deixou copiar. Selecione o texto e copie você mesmo.'

describe.each(['translated', 'extended', 'refuseClipboard'] as const)(
  'a page that is %s',
  (changed) => {
    const copied = changed === 'refuseClipboard' ? copyRefused : 'Copiado'

    it('sells', () => buying({ changed }, { copied }))
    it('serves staff for a day', () => workingDay({ changed }))
  },
)

describe('a browser without storage', () => {
  const setup: Given = { changed: 'refuseStorage', replies: [sold, captcha] }

  it('shows the shop and adds a product to the cart', async () => {
    const screen = await show('/products', setup)
    const complaints = complaintsOf(screen)
    await screen.page.getByText('R$ 1.234,56').first().waitFor()
    await screen.press(/^Adicionar/)
    await screen.dialog().getByText('Pincel Pro').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('the login says why the browser cannot keep a session; guarded pages stay closed', async () => {
    const screen = await show('/login', setup)
    const complaints = complaintsOf(screen)
    const main = screen.page.getByRole('main')
    await screen.page.getByLabel('E-mail').fill('bia@exemplo.test')
    await main.getByLabel('Senha', { exact: true }).fill('senha-certa')
    screen.replies.unshift(on(api.accounts.login, signedIn))
    await screen.press('Entrar', main)
    await main.getByRole('alert').waitFor()
    expect(await screen.lines(main.getByRole('alert'))).toEqual([
      'Seu navegador não deixa a loja guardar a sua sessão. Permita o armazenamento de dados deste site e entre novamente.',
    ])
    await screen.goTo('/dashboard')
    await screen.page.waitForURL('**/permission')
    expect(complaints).toEqual([])
  })
})

it('without a connection, the check of an open payment reports that there was no answer', () =>
  buying(
    {},
    {
      async midway(screen) {
        const { page } = screen
        await page.context().setOffline(true)

        try {
          await page.getByText('Sem internet.').first().waitFor()
          await screen.press('Já paguei')
          await page.getByText('Sem resposta agora. Se já pagou, não pague de novo.').waitFor()
        } finally {
          await page.context().setOffline(false)
        }

        await page.getByText('Sem internet.').first().waitFor({ state: 'detached' })
      },
    },
  ))

describe('with forced colours', () => {
  const forced = { forcedColors: 'active' } as const

  const border = (button: Locator) =>
    button.evaluate((element) => {
      const { borderTopWidth, borderTopStyle } = getComputedStyle(element)

      return `${borderTopWidth} ${borderTopStyle}`
    })

  /** Runs an action; returns whether a part of the page looks different afterwards. */
  const changes = async (part: Locator, act: () => Promise<unknown>) => {
    const before = await part.screenshot()
    await act()

    return !before.equals(await part.screenshot())
  }

  it('purchase buttons look like buttons, and the selected option is visible', async () => {
    const screen = await open()
    const { page } = screen
    await page.emulateMedia(forced)

    try {
      expect(await border(pay(screen))).toBe('1px solid')
      const box = page.getByRole('checkbox', { name: /^Li e aceito/ }).locator('..')
      expect(await changes(box, () => accept(screen))).toBe(true)
      const card = page.getByRole('radio', { name: 'Cartão' }).locator('xpath=ancestor::label[1]')
      expect(await changes(card, () => choose(screen, 'Cartão'))).toBe(true)
    } finally {
      await page.emulateMedia({ forcedColors: 'none' })
    }
  })

  it('buttons for staff look like buttons, also the dangerous ones', async () => {
    const { screen, casePage } = await desk.opened()
    await screen.page.emulateMedia(forced)

    try {
      for (const name of ['Aceitar como pago', 'Encerrar'])
        expect([name, await border(casePage.getByRole('button', { name }))]).toEqual([
          name,
          '1px solid',
        ])

      await screen.press('Encerrar', casePage)
      const question = screen.page.getByRole('alertdialog')
      expect(await border(question.getByRole('button', { name: 'Encerrar' }))).toBe('1px solid')
    } finally {
      await screen.page.emulateMedia({ forcedColors: 'none' })
    }
  })
})
