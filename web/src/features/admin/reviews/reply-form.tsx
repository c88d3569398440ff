import { lengths } from '@chaveiro/contracts/lengths'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { toast } from '../../../ui/toast.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { useChange } from '../components/use-change.ts'
import type { Review } from '../shared/rows.ts'

/** Writes the public reply to a review; an empty text removes it. */
export function ReplyForm({ review, onClose }: { review: Review; onClose(): void }) {
  const { t } = useTranslation('admin')
  const reviewChange = useChange(adminApi.reviews.list)
  const textBefore = review.reply?.text ?? ''
  const reviewForm = useForm({ defaultValues: { text: textBefore } })

  async function saveReview({ text }: { text: string }): Promise<void> {
    const requestBody = { text: text.trim() }
    await call(adminApi.reviews.reply, { params: { id: review.id }, body: requestBody })
    toast(t(requestBody.text ? 'adminReviews.replied' : 'adminReviews.replyRemoved'), 'good')
    void reviewChange.reload()
  }

  return (
    <FormModal
      form={reviewForm}
      title={t('adminReviews.replyTitle', { name: review.authorName })}
      failed={t('adminReviews.errorReply')}
      canSave={reviewForm.watch('text').trim() !== textBefore}
      onSave={saveReview}
      onClose={onClose}
    >
      <blockquote className="max-h-40 overflow-y-auto border-l-2 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line text-muted">
        {review.body || t('adminReviews.noText')}
      </blockquote>

      <TextAreaField
        label={t('adminReviews.replyField')}
        rows={5}
        maxLength={lengths.reviewReply}
        hint={t('adminReviews.replyHint')}
        {...reviewForm.register('text')}
      />
    </FormModal>
  )
}
