import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer, type Body } from './answers.ts'
import { ids, onePage, plainNotice } from './samples.ts'
import type { Screen } from './screen.ts'
import { settingsSetup as settings } from './settings-samples.ts'
import { show, type Given } from './show.ts'

// The bell and the notification preferences of a logged-in person: the data of this device and of
// the account are merged.

type Notice = Body<typeof api.notifications.list>['data']['notifications'][number]
type Kept = Body<typeof api.ownNotifications.read>
const owner = '00000000-0000-4000-8000-00000000000a'
const home = '/api/users/notifications'

const notice = (number: number, sentAt: string): Notice => ({
  ...ids(number),
  ...plainNotice,
  type: 'update',
  title: null,
  content: `Nota ${number}`,
  authorName: 'Equipe',
  sentAt,
})

const one = notice(1, '2026-02-03T17:05:00.000Z')
const two = notice(2, '2026-02-03T16:05:00.000Z')
const three = notice(3, '2026-02-03T15:05:00.000Z')
const readMark = ({ id, sentAt }: Notice) => ({ id, sentAt })

const list = on(api.notifications.list, {
  success: true,
  data: { notifications: [one, two, three], pagination: onePage(3) },
})

const storedNews = (viewed: Notice[], preferences: Kept['preferences'] = null): Kept => ({
  success: true,
  viewed: viewed.map(readMark),
  preferences,
})

const setupWith = (...replies: Answer[]): Given => ({
  now: '2026-02-03T17:20:00.000Z',
  as: { role: 'client' },
  replies: [...replies, list],
})

const bellOf = ({ page }: Screen) => page.getByRole('button', { name: /^Notifi/ })
const label = (screen: Screen) => bellOf(screen).getAttribute('aria-label')

/** The value that this device stores under a name. */
const stored = ({ page }: Screen, key: string): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key)

const viewedHere = async (screen: Screen) =>
  (((await stored(screen, 'viewedNotifications_default')) ?? []) as { id: string }[])
    .map(({ id }) => id)
    .toSorted()

/** Opens the page on a device that already stores these values. */
async function withStored(
  screen: Screen,
  values: Record<string, unknown>,
  ...replies: Answer[]
): Promise<void> {
  await screen.page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, JSON.stringify(value))
  }, values)
  screen.calls.length = 0
  screen.replies.unshift(...replies)
  await screen.page.reload()
  await screen.atRest()
}

describe('the bell of a logged-in customer', () => {
  it('counts what the customer has read on no device, in both languages [S051, S052] [P210]', async () => {
    const answers = [on(api.ownNotifications.read, storedNews([two]))]
    const screen = await show('/terms', setupWith(...answers))
    await expect.poll(() => label(screen)).toBe('Notificações não vistas: 2')
    expect(await viewedHere(screen)).toEqual([two.id])
    const english = await show('/terms', {
      ...setupWith(...answers),
      language: 'en-US',
      width: 360,
    })
    await expect.poll(() => label(english)).toBe('Notifications, 2 unseen')
    const all = await show(
      '/terms',
      setupWith(on(api.ownNotifications.read, storedNews([one, two, three]))),
    )
    await expect.poll(() => viewedHere(all)).toEqual([one.id, two.id, three.id])
    await expect.poll(() => label(all)).toBe('Notificações')
    expect(all.sent('PUT', `${home}/viewed`)).toEqual([])
  })

  it('sends opened notifications once, unless the account already knows them [P210, P211]', async () => {
    const screen = await show(
      '/terms',
      setupWith(
        on(api.ownNotifications.read, storedNews([two])),
        on(api.ownNotifications.markViewed, storedNews([one, two, three])),
      ),
    )

    await expect.poll(() => label(screen)).toBe('Notificações não vistas: 2')
    await bellOf(screen).click()
    await screen.dialog().getByText('Nota 3').waitFor()
    await expect
      .poll(() => screen.sent('PUT', `${home}/viewed`))
      .toEqual([{ ids: [one.id, three.id] }])
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => label(screen)).toBe('Notificações')
    await bellOf(screen).click()
    await screen.dialog().getByText('Nota 3').waitFor()
    await expect.poll(() => viewedHere(screen)).toEqual([one.id, two.id, three.id])
    expect(screen.sent('PUT', `${home}/viewed`)).toHaveLength(1)
    screen.expectAnswered()
  })

  it('marked while the shop could not be reached arrives with the next page [P210, P211]', async () => {
    const screen = await show(
      '/terms',
      setupWith(
        on(api.ownNotifications.read, storedNews([])),
        refused(api.ownNotifications.markViewed, 'Agora não.', 503),
      ),
    )

    await expect.poll(() => label(screen)).toBe('Notificações não vistas: 3')
    await bellOf(screen).click()
    await screen.dialog().getByText('Nota 3').waitFor()
    await expect.poll(() => screen.sent('PUT', `${home}/viewed`)).toHaveLength(1)
    await withStored(screen, {}, on(api.ownNotifications.markViewed, storedNews([one, two, three])))
    await expect
      .poll(() => screen.sent('PUT', `${home}/viewed`))
      .toEqual([{ ids: [one.id, two.id, three.id] }])
    await expect.poll(() => label(screen)).toBe('Notificações')
  })

  it('the first login on a device merges what device and account have seen [P215]', async () => {
    const screen = await show(
      '/terms',
      setupWith(
        on(api.ownNotifications.read, storedNews([two])),
        on(api.ownNotifications.markViewed, storedNews([one, two])),
      ),
    )

    await withStored(screen, {
      notificationsOwner: null,
      viewedNotifications_default: [readMark(one), { id: 'x'.repeat(65), sentAt: one.sentAt }],
    })

    await expect.poll(() => screen.sent('PUT', `${home}/viewed`)).toEqual([{ ids: [one.id] }])
    await expect.poll(() => label(screen)).toBe('Notificações não vistas: 1')
    expect(await viewedHere(screen)).toEqual([one.id, two.id])
    expect(await stored(screen, 'notificationsOwner')).toEqual({ id: owner, unsentSince: null })
  })

  it('ignores data of another account on the device [P215]', async () => {
    const screen = await show('/terms', setupWith(on(api.ownNotifications.read, storedNews([two]))))

    await withStored(screen, {
      notificationsOwner: { id: 'somebody-else', unsentSince: 1 },
      notificationPreferences: { email: false, chat: false, updates: false },
      viewedNotifications_default: [readMark(one), readMark(three)],
      viewedNotifications_8800: [readMark(one)],
    })

    await expect.poll(() => label(screen)).toBe('Notificações não vistas: 2')
    await expect.poll(() => viewedHere(screen)).toEqual([two.id])
    expect(await stored(screen, 'notificationPreferences')).toBeNull()
    expect(await stored(screen, 'viewedNotifications_8800')).toBeNull()
    expect(await stored(screen, 'notificationsOwner')).toEqual({ id: owner, unsentSince: null })
    expect(screen.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

describe('the choice of news', () => {
  const path = '/dashboard/settings?tab=notifications'

  /** The boxes of the open row. */
  const boxes = async (screen: Screen) => {
    const closed = screen.page.getByRole('main').getByRole('button', { expanded: false })
    if ((await closed.count()) > 0) await closed.click()

    return (await screen.fields()).map(([, ticked]) => ticked)
  }

  const none = { email: false, chat: false, updates: false }

  it('is the one made on another device [P214]', async () => {
    const chosen = { email: true, chat: false, updates: false }

    const screen = await show(path, {
      ...settings,
      replies: [on(api.ownNotifications.read, storedNews([], chosen)), ...settings.replies!],
    })

    await expect.poll(() => boxes(screen)).toEqual([true, false, false])
    expect(await stored(screen, 'notificationPreferences')).toEqual(chosen)
    screen.expectAnswered()
  })

  it('that did not reach the shop stays, says so in both languages, and is sent with its age [P214]', async () => {
    const later = async (language: 'pt-BR' | 'en-US', save: string, text: string) => {
      const screen = await show(path, {
        ...settings,
        language,
        width: 360,
        replies: [refused(api.ownNotifications.choose, 'Agora não.'), ...settings.replies!],
      })

      await expect.poll(() => boxes(screen)).toEqual([true, true, true])
      for (const box of await screen.page.getByRole('main').getByRole('checkbox').all())
        await box.uncheck()
      await screen.press(save)
      await screen.page.getByText(text, { exact: true }).waitFor()
      await expect.poll(() => boxes(screen)).toEqual([false, false, false])

      return screen
    }

    await later(
      'en-US',
      'Save',
      'Saved on this device. Your other devices get it once the shop is reachable.',
    )

    const screen = await later(
      'pt-BR',
      'Salvar',
      'Salvas neste aparelho. Os outros recebem assim que houver conexão com a loja.',
    )

    const storedOwner = (await stored(screen, 'notificationsOwner')) as { unsentSince: number }

    await withStored(
      screen,
      { notificationsOwner: { ...storedOwner, unsentSince: storedOwner.unsentSince - 3_600_000 } },
      on(api.ownNotifications.choose, storedNews([], none)),
    )

    await expect
      .poll(() => screen.sent('PUT', `${home}/preferences`))
      .toEqual([{ ...none, secondsAgo: expect.closeTo(3600, -2) }])
    await expect.poll(() => boxes(screen)).toEqual([false, false, false])
    await expect
      .poll(() => stored(screen, 'notificationsOwner'))
      .toEqual({ id: owner, unsentSince: null })
  })

  it('of a device is uploaded if the account has none; otherwise the account’s choice wins [P215]', async () => {
    const screen = await show(path, {
      ...settings,
      replies: [on(api.ownNotifications.choose, storedNews([], none)), ...settings.replies!],
    })

    await withStored(screen, { notificationsOwner: null, notificationPreferences: none })
    await expect
      .poll(() => screen.sent('PUT', `${home}/preferences`))
      .toEqual([{ ...none, secondsAgo: 2_592_000 }])
    await expect.poll(() => boxes(screen)).toEqual([false, false, false])
    const chosen = { email: true, chat: true, updates: false }

    await withStored(
      screen,
      { notificationsOwner: null, notificationPreferences: none },
      on(api.ownNotifications.read, storedNews([], chosen)),
    )

    await expect.poll(() => boxes(screen)).toEqual([true, true, false])
    expect(screen.sent('PUT', `${home}/preferences`)).toEqual([])
  })
})
