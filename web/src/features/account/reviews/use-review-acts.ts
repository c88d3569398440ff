import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { api, ApiError, call } from '../../../api/call.ts'
import { toast } from '../../../ui/toast.tsx'
import type { ReviewDraft, Review } from './own.ts'

/**
 * Saves and removes the review of a product. `save` resolves to the review or null, `remove` to
 * whether the review is gone; `error` is the shop's refusal.
 */
export function useReviewActs(productId: string, isWritten: boolean) {
  const { t } = useTranslation(['reviews', 'common'])
  const queryClient = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const params = { productId }

  // Refetched before the dialog closes, so that the focus returns to the row's new button.
  const refetchReviews = () =>
    Promise.all(
      [ownApi.reviews.own, api.reviews.list].map(({ path }) =>
        queryClient.invalidateQueries({ queryKey: [path] }),
      ),
    )

  async function attempt<T>(action: () => Promise<T>): Promise<T | null> {
    setError(null)
    try {
      const result = await action()
      await refetchReviews()

      return result
    } catch (failure) {
      const refusal = failure instanceof ApiError ? failure : null
      // Another tab wrote or removed the review: refetch, so that the next try acts on the new
      // state.
      if (refusal?.status === 409 || refusal?.status === 404) await refetchReviews()
      setError(refusal ? refusal.message || t('error.generic') : t('common:error.network'))

      return null
    }
  }

  async function saveReview({ rating, ...draftFields }: ReviewDraft): Promise<Review | null> {
    const body = { ...draftFields, rating: Number(rating) }
    const reviewCall = isWritten ? ownApi.reviews.update : ownApi.reviews.create
    const savedReview = await attempt(() => call(reviewCall, { params, body }))
    if (savedReview) toast(t(`said.${savedReview.review.status}`), 'good')

    return savedReview?.review ?? null
  }

  async function removeReview(): Promise<boolean> {
    setIsRemoving(true)
    const removal = await attempt(() => call(ownApi.reviews.remove, { params }))
    setIsRemoving(false)
    if (removal) toast(t('said.removed'), 'good')

    return removal !== null
  }

  return { error, removing: isRemoving, save: saveReview, remove: removeReview }
}
