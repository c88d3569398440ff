import { useQuery } from '@tanstack/react-query'

import { queryClient } from '../api/queries.ts'
import { defaultSettings, settingsQuery, type SiteSettings } from './site.ts'

// What only the checkout and the back office want of the settings: no visitor loads it at first.

/** So long may pass until a buyer is told that a method began to fail. */
const watchedMs = 15_000

/** Public settings, asked for again and again while somebody is about to pay (P563). */
export function useWatchedSite(): SiteSettings {
  const watched = useQuery({ ...settingsQuery, staleTime: watchedMs, refetchInterval: watchedMs })
  return watched.data ?? defaultSettings
}

/** A refusal says that something has changed since they were read. */
export const refreshSite = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })

/** Public settings as far as they are known, for what is written outside React. */
export const knownSite = (): SiteSettings =>
  queryClient.getQueryData<SiteSettings>(settingsQuery.queryKey) ?? defaultSettings
