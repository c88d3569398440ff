import { AxeBuilder } from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// The bell's message to a customer whose password the shop removed from the account.

const storedNews = (passwordDropped?: string) =>
  on(api.ownNotifications.read, {
    success: true,
    viewed: [],
    preferences: null,
    ...(passwordDropped ? { passwordDropped } : {}),
  })

const none = on(api.notifications.list, {
  success: true,
  data: { notifications: [], pagination: onePage(0) },
})

const setupWith = (dropped?: string, more: Given = {}): Given => ({
  now: '2026-02-03T17:20:00.000Z',
  as: { role: 'client' },
  ...more,
  replies: [storedNews(dropped), none],
})

const bellOf = ({ page }: Screen) => page.getByRole('button', { name: /^Notifi/ })
const label = (screen: Screen) => bellOf(screen).getAttribute('aria-label')

describe('the bell of a customer whose unproven password was removed', () => {
  it('counts it once, explains it and leads to the settings; once read it counts no more [P258]', async () => {
    const screen = await show('/terms', setupWith('2026-02-03T17:05:00.000Z'))
    await expect.poll(() => label(screen)).toEqual('Notificações não vistas: 1')
    await bellOf(screen).click()

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Notificações',
        'A senha da sua conta foi removida',
        'Você entrou com um código e confirmou que este e-mail é seu. A senha de antes, criada sem essa confirmação, não vale mais: entre com um código ou crie uma nova nas configurações.',
        '03/02/2026, 14:05',
        'Nenhuma notificação',
        'Novidades, atualizações e avisos da loja aparecem aqui.',
      ])

    const { violations } = await new AxeBuilder({ page: screen.page })
      .include('dialog a')
      .setLegacyMode()
      .analyze()

    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    const way = screen.dialog().getByRole('link')
    expect(await way.getAttribute('href')).toBe('/dashboard/settings')
    await screen.press('Fechar notificações')
    await expect.poll(() => label(screen)).toEqual('Notificações')
  })

  it('says the same in English on a phone, with a Brazilian date [P258, Q100]', async () => {
    const more: Given = { language: 'en-US', width: 360 }
    const screen = await show('/terms', setupWith('2026-02-03T17:05:00.000Z', more))
    await expect.poll(() => label(screen)).toEqual('Notifications, 1 unseen')
    await bellOf(screen).click()

    await expect
      .poll(async () => (await screen.lines(screen.dialog())).slice(0, 4))
      .toEqual([
        'Notifications',
        "Your account's password was removed",
        'You logged in with a code, which confirmed that this email is yours. The earlier password, set without that confirmation, no longer works: log in with a code, or set a new one in the settings.',
        '03/02/2026, 14:05',
      ])
  })

  it('counts it for a day alone, as other news, and says nothing where nothing was dropped [P258]', async () => {
    const older = await show('/terms', setupWith('2026-02-01T17:05:00.000Z'))
    await expect.poll(() => label(older)).toEqual('Notificações')
    await bellOf(older).click()
    await older.dialog().getByText('A senha da sua conta foi removida').waitFor()
    const nothing = await show('/terms', setupWith())
    await bellOf(nothing).click()

    await expect
      .poll(() => nothing.lines(nothing.dialog()))
      .toEqual([
        'Notificações',
        'Nenhuma notificação',
        'Novidades, atualizações e avisos da loja aparecem aqui.',
      ])
  })
})
