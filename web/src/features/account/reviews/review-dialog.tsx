import { lengths } from '@chaveiro/contracts/lengths'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { StarChoice } from '../../../ui/stars.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ReviewDraft, Review } from './own.ts'
import { useReviewActs } from './use-review-acts.ts'

type ReviewDialogProps = {
  product: { id: string; name: string }
  review: Review | null
  open: boolean
  onClose(): void
}

const emptyDraft: ReviewDraft = { rating: '', body: '', showName: false }

const reviewDraft = (review: Review | null): ReviewDraft => {
  if (review) return { rating: String(review.rating), body: review.body, showName: review.showName }

  return emptyDraft
}

/** Form to write, change or remove a review. A refusal keeps the typed text. */
export function ReviewDialog({ product, review, open, onClose }: ReviewDialogProps) {
  const { t } = useTranslation(['reviews', 'common'])
  const reviewForm = useForm<ReviewDraft>({ defaultValues: reviewDraft(review) })
  const { register, handleSubmit, reset, formState } = reviewForm
  const reviewActions = useReviewActs(product.id, review !== null)
  const rating = useWatch({ control: reviewForm.control, name: 'rating' })
  const maxLength = lengths.reviewText

  const submitReview = handleSubmit(async (draft) => {
    const savedReview = await reviewActions.save(draft)
    if (!savedReview) return

    reset(reviewDraft(savedReview))
    onClose()
  })

  async function removeReview(): Promise<void> {
    if (!(await reviewActions.remove())) return

    reset(emptyDraft)
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <span className="wrap-anywhere">
          {t(review ? 'own.yoursOf' : 'own.writeOf', { name: product.name })}
        </span>
      }
      closeLabel={t('common:action.close')}
    >
      <form noValidate className="grid gap-4" onSubmit={(event) => void submitReview(event)}>
        <StarChoice
          legend={t('form.stars')}
          value={Number(rating)}
          nameOf={(stars) => [t('stars.of', { stars }), t(`stars.word.${stars}`)].join(', ')}
          error={formState.errors.rating && t('form.noStars')}
          field={register('rating', { required: true })}
        />

        <TextField
          label={t('form.body')}
          hint={t('form.bodyHint', { max: maxLength })}
          error={formState.errors.body?.message}
          rows={5}
          {...register('body', {
            validate: (text) => {
              const { length } = text.trim()
              return length <= maxLength || t('form.tooLong', { length, max: maxLength })
            },
          })}
        />

        <Checkbox {...register('showName')}>{t('form.showName')}</Checkbox>
        {review && <p className="text-sm text-muted">{t('form.again')}</p>}
        {reviewActions.error && <Notice tone="bad">{reviewActions.error}</Notice>}
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          {t(review ? 'form.save' : 'form.send')}
        </Button>
      </form>

      {review && <RemoveReview busy={reviewActions.removing} onSure={() => void removeReview()} />}
    </Dialog>
  )
}

/** Removes the review after a confirmation. */
function RemoveReview({ busy, onSure }: { busy: boolean; onSure(): void }) {
  const { t } = useTranslation('reviews')
  const [isConfirming, setIsConfirming] = useState(false)

  if (!isConfirming)
    return (
      <Button look="ghost" className="mt-2 w-full" onClick={() => setIsConfirming(true)}>
        {t('form.remove')}
      </Button>
    )

  return (
    <div className="mt-4 grid gap-3 rounded-lg bg-raised p-4">
      <p className="text-sm">{t('remove.sure')}</p>

      <div className="flex flex-wrap gap-2">
        <Button autoFocus look="danger" busy={busy} onClick={onSure}>
          {t('remove.yes')}
        </Button>
        <Button look="ghost" onClick={() => setIsConfirming(false)}>
          {t('remove.no')}
        </Button>
      </div>
    </div>
  )
}
