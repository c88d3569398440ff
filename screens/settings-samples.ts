import { api } from '@chaveiro/contracts'
import { roleStates } from '@chaveiro/contracts/states'
import { expect } from 'vitest'

import { on, type Body } from './answers.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import type { Given } from './show.ts'

// The settings of an account: its sessions, its Discord link, its second factor.

type Session = Body<typeof api.accounts.sessions>['sessions'][number]

const session: Session = {
  ...ids(1),
  device: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '203.0.113.7',
  createdAt: '2026-02-01T12:00:00.000Z',
  lastSeenAt: '2026-02-03T17:05:00.000Z',
  expiresAt: '2026-02-10T12:00:00.000Z',
  current: true,
}

const sessions = on(api.accounts.sessions, {
  success: true,
  sessions: [
    session,
    {
      ...session,
      ...ids(2),
      device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
      ip: '198.51.100.9',
      lastSeenAt: '2026-02-02T18:09:00.000Z',
      current: false,
    },
    { ...session, ...ids(3), device: 'Impressora da sala', ip: null, current: false },
    { ...session, ...ids(4), device: null, ip: '192.0.2.4', current: false },
  ],
})

export type Discord = Body<typeof api.chatAccount.read>
export const unlinked: Discord = { success: true, configured: true, linked: null, roles: [] }

export const linked: Discord = {
  success: true,
  configured: true,
  linked: { id: '123456789', name: 'bia.prado' },
  roles: roleStates.map((state, i) => ({ state, products: [`Produto ${i}`, `Outro ${i}`] })),
}

export const factor = (part: Partial<Body<typeof api.accounts.twoFactor>> = {}) =>
  on(api.accounts.twoFactor, {
    success: true,
    enabled: false,
    required: false,
    recoveryCodesLeft: 0,
    ...part,
  })

export const settingsSetup: Given = {
  as: { role: 'client', name: 'Bia Prado', email: 'bia@exemplo.test' },
  replies: [sessions, on(api.chatAccount.read, unlinked), factor()],
}

export const staff: Given = { ...settingsSetup, as: { role: 'admin' } }
export const path = '/dashboard/settings'
export const security = `${path}?tab=security`

/** The part of a screen under a heading. */
export const part = (screen: Screen, heading: string) =>
  screen.page.locator('section, .rounded-lg').filter({
    has: screen.page.getByRole('heading', { name: heading, exact: true }),
  })

export const discord = (screen: Screen) => readWhenLoaded(screen, 'Discord')

/** The lines under a heading once the shop's answer is drawn. */
export async function readWhenLoaded(screen: Screen, heading: string): Promise<string[]> {
  const card = part(screen, heading)
  await expect.poll(async () => (await screen.lines(card)).length).toBeGreaterThan(1)

  return screen.lines(card)
}

export const sent = (screen: Screen) => screen.calls.filter(({ method }) => method !== 'GET')
