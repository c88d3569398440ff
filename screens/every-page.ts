import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Role } from '@chaveiro/contracts/limits'

import { on, refused, type Answer, type Body } from './answers.ts'

/** The logged-in person; `isNew` is the first owner of a new shop, who sees the first steps. */
export type Person = { role: Role; name?: string; email?: string; isNew?: boolean }

export const isStaff = (person?: Person): boolean =>
  person !== undefined && person.role !== 'client'

/**
 * Answers for the calls of every page: an ordinary shop without notifications or work for staff.
 */
export function everyPage(as?: Person): Answer[] {
  return [
    ...everybody(isStaff(as)),
    ...(as ? [...session(as), secondFactor(isStaff(as))] : []),
    ...(isStaff(as) ? staff() : []),
  ]
}

const secondFactor = (enabled: boolean) =>
  on(api.accounts.twoFactor, {
    success: true,
    enabled,
    required: false,
    recoveryCodesLeft: enabled ? 8 : 0,
  })

export type Site = Body<typeof api.settings.publicSettings>

/** Public settings of an ordinary shop, with these differences. */
export const publicSettings = (
  part: Partial<Site> = {},
  store: Partial<Site['store']> = {},
): Answer =>
  on(api.settings.publicSettings, {
    success: true,
    siteName: 'Chaveiro',
    siteDescription: 'Licenças digitais',
    siteLogo: '',
    siteFavicon: '',
    contactEmail: 'ajuda@exemplo.test',
    supportDiscord: '',
    discordSupportLink: 'https://chat.exemplo.test/ajuda',
    termsOfService: 'Termos',
    privacyPolicy: 'Privacidade',

    store: {
      demo: false,
      languages: ['pt-BR', 'en-US'],
      usdRate: 5,
      timeZone: 'America/Sao_Paulo',
      maintenance: false,
      keysByMail: false,
      methods: { pix: true, card: true, crypto: true },
      discordLogin: false,
      coinNetworks: { USDT: 'TRX', BTC: 'BTC', ETH: 'ETH', LTC: 'LTC' },
      captcha: { provider: 'altcha', siteKey: '' },
      ...store,
    },

    ...part,
  })

function everybody(toStaff: boolean): Answer[] {
  const pagination = {
    currentPage: 1,
    totalPages: 0,
    totalItems: 0,
    itemsPerPage: 10,
    hasNextPage: false,
    hasPrevPage: false,
  }

  return [
    // Customers read times in their own zone, so the shop has another zone here.
    publicSettings({}, toStaff ? {} : { timeZone: 'Asia/Tokyo' }),
    on(api.notifications.guildId, {
      success: true,
      guildId: 'default',
      data: { guildId: 'default' },
    }),
    on(api.notifications.list, { success: true, data: { notifications: [], pagination } }),
    // This shop does not use reviews.
    refused(api.reviews.list, 'Avaliação não encontrada.', 404, 'review.not_found'),
  ]
}

function session({ role, name = 'Ana Souza', email = 'ana@exemplo.test' }: Person): Answer[] {
  const id = '00000000-0000-4000-8000-00000000000a'
  return [
    on(api.cart.read, { success: true, cart: null, id: null, _id: null, items: [] }),
    on(api.support.unread, { success: true, unread: 0 }),
    on(api.ownNotifications.read, { success: true, viewed: [], preferences: null }),
    on(api.payments.pending, { success: true, payment: null }),
    on(api.ownAccount.keptCpf, { success: true, kept: null }),
    on(api.accounts.sessions, { success: true, sessions: [] }),
    // The loading screen asks for the person's name.
    on(api.accounts.dashboard, {
      success: true,
      error: null,
      data: {
        user: { id, _id: id, name, email, role },
        dashboard: {
          totalOrders: 0,
          activeLicenses: 0,
          totalPayments: 0,
          recentLicenses: [],
          recentPayments: [],
          endingSoon: [],
          mailRefusedSince: null,
        },
      },
    }),
  ]
}

const noTickets = {
  totalTickets: 0,
  openTickets: 0,
  closedTickets: 0,
  averageResponseTime: 0,
}

function staff(): Answer[] {
  return [
    on(adminApi.tickets.stats, {
      success: true,
      ...noTickets,
      data: noTickets,
    }),
    on(adminApi.jobs.list, {
      success: true,
      jobs: [],
      total: 0,
      counts: { waiting: 0, retrying: 0, running: 0, dead: 0 },
    }),
    on(adminApi.deliveries.list, {
      success: true,
      deliveries: [],
      counts: { stock: 0, keyauth: 0, manual: 0, held: 0 },
      total: 0,
      totalPages: 0,
    }),
    on(adminApi.desk.list, { success: true, payments: [], total: 0, open: 0, unmatched: 0 }),
    on(adminApi.roles.list, {
      success: true,
      roles: [],
      counts: { waiting: 0, given: 0, taken: 0, absent: 0, failed: 0 },
      configured: true,
      total: 0,
      totalPages: 0,
    }),
    on(adminApi.savedViews.list, { success: true, views: [] }),
    on(adminApi.orders.counts, { success: true, all: 0, review: 0, delivery: 0, pending: 0 }),
    on(adminApi.reviews.list, {
      success: true,
      reviews: [],
      data: [],
      total: 0,
      totalPages: 0,
      waiting: 0,
    }),
  ]
}
