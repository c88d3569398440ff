import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { api, ApiError, call } from '../../../api/call.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Draft, Review } from './own.ts'

/**
 * Saving and taking back one's review of a product. Answers what was saved, or whether it is gone;
 * what the shop says against it is in `error`.
 */
export function useReviewActs(productId: string, isWritten: boolean) {
  const { t } = useTranslation(['reviews', 'common'])
  const client = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const params = { productId }

  // The row is up to date before its dialog closes, so that the focus returns to its button.
  const refresh = () =>
    Promise.all(
      [ownApi.reviews.own, api.reviews.list].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    )

  async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
    setError(null)
    try {
      const done = await act()
      await refresh()

      return done
    } catch (failure) {
      const refused = failure instanceof ApiError ? failure : null
      // Another tab wrote it or took it back: the next try does what is left to do.
      if (refused?.status === 409 || refused?.status === 404) await refresh()
      setError(refused ? refused.message || t('error.generic') : t('common:error.network'))

      return null
    }
  }

  async function save({ rating, ...rest }: Draft): Promise<Review | null> {
    const body = { ...rest, rating: Number(rating) }
    const route = isWritten ? ownApi.reviews.update : ownApi.reviews.create
    const done = await attempt(() => call(route, { params, body }))
    if (done) toast(t(`said.${done.review.status}`), 'good')

    return done?.review ?? null
  }

  async function remove(): Promise<boolean> {
    setRemoving(true)
    const done = await attempt(() => call(ownApi.reviews.remove, { params }))
    setRemoving(false)
    if (done) toast(t('said.removed'), 'good')

    return done !== null
  }

  return { error, removing, save, remove }
}
