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
import type { Draft, Review } from './own.ts'
import { useReviewActs } from './use-review-acts.ts'

type Props = {
  product: { id: string; name: string }
  review: Review | null
  open: boolean
  onClose(): void
}

const blank: Draft = { rating: '', body: '', showName: false }

const draftOf = (review: Review | null): Draft =>
  review ? { rating: String(review.rating), body: review.body, showName: review.showName } : blank

/**
 * The form of one's review: stars, text and name, sent, changed or taken back; what the shop refuses
 * stays typed.
 */
export function ReviewDialog({ product, review, open, onClose }: Props) {
  const { t } = useTranslation(['reviews', 'common'])
  const form = useForm<Draft>({ defaultValues: draftOf(review) })
  const { register, handleSubmit, reset, formState } = form
  const acts = useReviewActs(product.id, review !== null)
  const rating = useWatch({ control: form.control, name: 'rating' })
  const max = lengths.reviewText

  const submit = handleSubmit(async (draft) => {
    const saved = await acts.save(draft)
    if (!saved) return

    reset(draftOf(saved))
    onClose()
  })

  async function remove(): Promise<void> {
    if (!(await acts.remove())) return

    reset(blank)
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
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <StarChoice
          legend={t('form.stars')}
          value={Number(rating)}
          nameOf={(stars) => [t('stars.of', { stars }), t(`stars.word.${stars}`)].join(', ')}
          error={formState.errors.rating && t('form.noStars')}
          field={register('rating', { required: true })}
        />

        <TextField
          label={t('form.body')}
          hint={t('form.bodyHint', { max })}
          error={formState.errors.body?.message}
          rows={5}
          {...register('body', {
            validate: (text) => {
              const { length } = text.trim()
              return length <= max || t('form.tooLong', { length, max })
            },
          })}
        />

        <Checkbox {...register('showName')}>{t('form.showName')}</Checkbox>
        {review && <p className="text-sm text-muted">{t('form.again')}</p>}
        {acts.error && <Notice tone="bad">{acts.error}</Notice>}
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          {t(review ? 'form.save' : 'form.send')}
        </Button>
      </form>

      {review && <TakeBack busy={acts.removing} onSure={() => void remove()} />}
    </Dialog>
  )
}

/** Takes the review back after a second press. */
function TakeBack({ busy, onSure }: { busy: boolean; onSure(): void }) {
  const { t } = useTranslation('reviews')
  const [asked, setAsked] = useState(false)

  if (!asked)
    return (
      <Button look="ghost" className="mt-2 w-full" onClick={() => setAsked(true)}>
        {t('form.remove')}
      </Button>
    )

  return (
    <div className="mt-4 grid gap-3 rounded-md border border-line p-4">
      <p className="text-sm">{t('remove.sure')}</p>

      <div className="flex flex-wrap gap-2">
        <Button autoFocus look="danger" size="sm" busy={busy} onClick={onSure}>
          {t('remove.yes')}
        </Button>
        <Button look="ghost" size="sm" onClick={() => setAsked(false)}>
          {t('remove.no')}
        </Button>
      </div>
    </div>
  )
}
