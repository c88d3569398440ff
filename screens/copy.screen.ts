import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { on, type Answer } from './answers.ts'
import { longestAnswers } from './longest.ts'
import type { Screen } from './screen.ts'
import { open as openService } from './services-samples.ts'
import { part, security, staff } from './settings-samples.ts'
import { show } from './show.ts'
import { inSources } from './source.ts'

// The clipboard's content after each copy button.

/** Copies of the answers in which every key is different and ends in its number. */
function withKeys(answers: readonly Answer[]): Answer[] {
  let count = 0

  const each = (value: unknown, name = ''): unknown => {
    if (name === 'licenseKey') return `CHAVE-${++count}`
    if (Array.isArray(value)) return value.map((one) => each(one))
    if (typeof value !== 'object' || value === null) return value

    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, each(one, key)]))
  }

  return answers.map((answer) => {
    count = 0
    return { ...answer, body: each(answer.body) }
  })
}

/** Presses the first copy buttons in a part of the page; returns the copied texts. */
async function copied(screen: Screen, within: Locator, most = 3): Promise<string[]> {
  const buttons = within.getByRole('button', { name: /^Copiar/ })
  await buttons.first().waitFor()
  // A pressed button changes its name for two seconds, so the buttons are collected first.
  const copyButtons = (await buttons.elementHandles()).slice(0, most)
  const text = () => screen.page.evaluate(() => navigator.clipboard.readText())
  const texts: string[] = []

  for (const button of copyButtons) {
    await screen.page.evaluate(() => navigator.clipboard.writeText(''))
    await button.evaluate((one) => (one as HTMLElement).click())
    await expect.poll(text).not.toBe('')
    texts.push(await text())
  }

  return texts
}

const main = (screen: Screen) => screen.page.getByRole('main')

describe('a button that copies', () => {
  it('copies the key beside it, on each page of the account', async () => {
    const { accounts, orders } = api
    const replies = withKeys(longestAnswers([accounts.dashboard, orders.list, orders.products]))
    const screen = await show('/dashboard', { as: { role: 'client' }, replies })
    const seen: string[][] = []

    const compare = async (within: Locator) => {
      const beside = (await within.locator('code').allInnerTexts()).slice(0, 3)
      expect(await copied(screen, within)).toEqual(beside)
      seen.push(beside)
    }

    const showThree = async (within: Locator) => {
      const shows = within.getByRole('button', { name: /^Mostrar a chave/ })
      for (let at = 0; at < 3; at++) await shows.first().click()
    }

    await compare(main(screen))
    await screen.press(/^Licenças ativas/)
    await compare(screen.dialog())
    await screen.goTo('/dashboard/orders')
    await showThree(main(screen))
    await compare(main(screen))
    await screen.goTo('/dashboard/products')
    await showThree(main(screen))
    await compare(main(screen))
    for (const keys of seen) expect(new Set(keys).size).toBe(keys.length)
    expect(seen.flat().filter((key) => !/^CHAVE-\d+$/.test(key))).toEqual([])
  })

  it('copies the secret of the second step, and all its recovery codes', async () => {
    const screen = await show(security, {
      ...staff,
      replies: [
        on(api.accounts.startTwoFactor, {
          success: true,
          secret: 'JBSW Y3DP EHPK 3PXP',
          uri: 'otpauth://totp/Chaveiro:ana?secret=JBSWY3DPEHPK3PXP',
        }),
        on(api.accounts.confirmTwoFactor, {
          success: true,
          message: 'Ativada.',
          recoveryCodes: ['aaaa-1111', 'bbbb-2222'],
        }),
        ...staff.replies!,
      ],
    })

    const card = part(screen, 'Verificação em duas etapas')
    await screen.press('Ativar')
    await card.getByLabel('Senha atual').fill('minha-senha')
    await screen.press('Ativar', card)
    expect(await copied(screen, card)).toEqual(['JBSW Y3DP EHPK 3PXP'])
    await card.getByLabel('Código do aplicativo').fill('123456')
    await screen.press('Ativar agora', card)
    expect(await copied(screen, card)).toEqual(['aaaa-1111\nbbbb-2222'])
  })

  it('copies the key of its row for staff, or the one that was read for them', async () => {
    const replies = withKeys(longestAnswers([adminApi.licences.list, adminApi.stock.list]))
    const screen = await show('/admin/licenses', { as: { role: 'admin' }, replies })

    expect(await copied(screen, main(screen).locator('tbody'))).toEqual([
      'CHAVE-1',
      'CHAVE-2',
      'CHAVE-3',
    ])

    await screen.goTo('/admin/stock')
    expect(await copied(screen, main(screen).locator('tr[data-row]').nth(1))).toEqual(['CHAVE-2'])
    const { body } = longestAnswers([adminApi.licences.list])[0]!
    const masked = JSON.parse(
      JSON.stringify(body).replaceAll('"LICENCA-WWWWW-MMMMM-WWWWW-MMMMM-2026"', '"••••2026"'),
    ) as never

    const hidden = await show('/admin/licenses', {
      as: { role: 'admin' },
      replies: [
        on(adminApi.licences.list, masked),
        on(adminApi.licences.reveal, { success: true, licenseKey: 'AAAA-BBBB-2026' }),
      ],
    })

    await main(hidden)
      .getByRole('button', { name: /^Mostrar a chave/ })
      .nth(1)
      .click()

    await hidden.press('Mostrar chave', hidden.dialog())
    expect(await copied(hidden, hidden.dialog())).toEqual(['AAAA-BBBB-2026'])
    expect(hidden.calls.at(-1)?.path).toBe(
      '/api/admin/licenses/00000000-0000-4000-8000-000000000001/reveal',
    )
  })

  it('copies the address, the events and the redirects that a provider is given', async () => {
    const card = await openService('card')

    expect(await copied(card, main(card))).toEqual([
      'https://loja.exemplo.test/api/webhooks/stripe',
      'checkout.session.completed\ncharge.refunded',
    ])

    const discord = await openService('discord')

    expect(await copied(discord, main(discord))).toEqual([
      'https://loja.exemplo.test/api/webhooks/discord',
      'https://loja.exemplo.test/dashboard/settings\nhttps://loja.exemplo.test/login/discord',
    ])
  })

  it('is tested here or in the test of its screen, wherever the sources have one', () => {
    const copySources = inSources(/<CopyButton|= useCopied\(\)/g)
    delete copySources['ui/copy-button.tsx']

    expect(
      Object.fromEntries(Object.entries(copySources).map(([file, all]) => [file, all.length])),
    ).toEqual({
      'features/account/dashboard/latest.tsx': 1,
      'features/account/dashboard/licences-dialog.tsx': 1,
      'features/account/settings/two-factor-setup.tsx': 2,
      'features/account/shared/masked-key.tsx': 1,
      'features/admin/settings/services/webhook-facts.tsx': 1,
      'features/admin/shared/key-cell.tsx': 1,
      'features/admin/shared/reveal-dialog.tsx': 1,
      // Tested in paying.screen.ts, paying-coins.screen.ts and receipt.screen.ts.
      'features/store/checkout/crypto-sheet.tsx': 1,
      'features/store/checkout/pix-sheet.tsx': 1,
      'features/store/outcome/keys.tsx': 2,
    })
  })
})
