import { lengths } from '@chaveiro/contracts/lengths'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.tsx'

type ReportDialogProps = { reviewId: string; open: boolean; onClose(): void; onDone(): void }

/** Form to report a review. A refusal keeps the typed reason. */
export function ReportDialog({ reviewId, open, onClose, onDone }: ReportDialogProps) {
  const { t } = useTranslation(['reviews', 'common'])
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } })
  const maxLength = lengths.reportReason

  const submitReport = handleSubmit(async (body) => {
    setError(null)

    try {
      await call(ownApi.reviews.report, { params: { id: reviewId }, body })
    } catch (failure) {
      const refusalText = failure instanceof ApiError ? failure.message || t('error.generic') : null
      return setError(refusalText ?? t('common:error.network'))
    }

    toast(t('report.said'), 'good')
    onDone()
    onClose()
  })

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('report.title')}
      closeLabel={t('common:action.close')}
    >
      <form noValidate className="grid gap-4" onSubmit={(event) => void submitReport(event)}>
        <TextField
          autoFocus
          label={t('report.reason')}
          hint={t('report.hint', { max: maxLength })}
          error={formState.errors.reason?.message}
          rows={4}
          {...register('reason', {
            validate: (text) => {
              const { length } = text.trim()
              if (length === 0) return t('report.noReason')

              return length <= maxLength || t('form.tooLong', { length, max: maxLength })
            },
          })}
        />

        {error && <Notice tone="bad">{error}</Notice>}
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          {t('report.send')}
        </Button>
      </form>
    </Dialog>
  )
}
