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

/** Answer a review for all to read; an emptied text takes the answer away. */
export function ReplyForm({ review, onClose }: { review: Review; onClose(): void }) {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.reviews.list)
  const before = review.reply?.text ?? ''
  const form = useForm({ defaultValues: { text: before } })

  async function save({ text }: { text: string }): Promise<void> {
    const body = { text: text.trim() }
    await call(adminApi.reviews.reply, { params: { id: review.id }, body })
    toast(t(body.text ? 'adminReviews.replied' : 'adminReviews.replyRemoved'), 'good')
    void change.reload()
  }

  return (
    <FormModal
      form={form}
      title={t('adminReviews.replyTitle', { name: review.authorName })}
      failed={t('adminReviews.errorReply')}
      canSave={form.watch('text').trim() !== before}
      onSave={save}
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
        {...form.register('text')}
      />
    </FormModal>
  )
}
