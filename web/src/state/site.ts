import type { Api } from '@chaveiro/contracts'
import { siteDefaults } from '@chaveiro/contracts/defaults'
import { languages, timings } from '@chaveiro/contracts/limits'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { api, call } from '../api/call.ts'
import type { Reply } from '../api/http.ts'
import { queryClient } from '../api/queries.ts'
import { paths } from '../routing/paths.ts'

export type SiteSettings = Reply<Api['settings']['publicSettings']>

/** What the shop calls itself until its settings are there (Q98). */
export const defaultSettings: SiteSettings = {
  success: true,
  ...siteDefaults,
  store: {
    demo: false,
    languages: [...languages],
    usdRate: 5,
    timeZone: 'America/Sao_Paulo',
    maintenance: false,
    keysByMail: false,
    methods: { pix: true, card: true, crypto: true },
    discordLogin: false,
    coinNetworks: null,
    captcha: { provider: 'altcha', siteKey: '' },
  },
}

async function load(): Promise<SiteSettings> {
  try {
    return await call(api.settings.publicSettings)
  } catch (error) {
    console.error('Erro ao carregar configurações do site', error)
    throw error
  }
}

/** A failed look is no answer: the defaults show meanwhile, and it is asked again soon (S019). */
export const settingsQuery = queryOptions<SiteSettings>({
  queryKey: [api.settings.publicSettings.path],
  queryFn: load,
  staleTime: 5 * 60_000,
  retry: false,
  refetchInterval: ({ state }) => (state.status === 'error' ? timings.cryptoRetry : false),
})

/**
 * Public settings, with the built-in defaults until they are there or when they cannot be had
 * (S019).
 */
export function useSite(): SiteSettings {
  return useQuery(settingsQuery).data ?? defaultSettings
}

/** Public settings from outside React. */
export function siteSettings(): Promise<SiteSettings> {
  return queryClient.ensureQueryData(settingsQuery).catch(() => defaultSettings)
}

/**
 * Where help is: the support link, else the chat (Q88); else the sandbox's chat in demo mode, and
 * the shop's contact address in production (Q124).
 */
export function supportLink(site: SiteSettings): string {
  return chatLink(site) ?? (site.store.demo ? sandboxChat : `mailto:${site.contactEmail}`)
}

/**
 * Where the settings say that help is: the support link, else the chat. Only http(s) addresses
 * count.
 */
export const chatLink = (site: SiteSettings): string | undefined =>
  [site.discordSupportLink, site.supportDiscord].find((given) => /^https?:\/\//i.test(given))

const sandboxChat = `${paths.sandbox}/chat`

/** What the shop says of itself; the built-in sentence is told in the reader's language. */
export function descriptionOf(site: SiteSettings, builtIn: string): string {
  const own = site.siteDescription.trim()
  return own && own !== siteDefaults.siteDescription ? own : builtIn
}
