import { lengths } from '@chaveiro/contracts/lengths'
import { reviewsModes } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { useField, type Form } from './use-field.ts'

/** Whether customers review what they bought, what waits for staff, and whether they are asked. */
export function Reviews({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const field = useField(form)
  const { register, watch } = form

  return (
    <Card className="grid max-w-2xl gap-4">
      <h2 className="font-semibold">{t('admin.settings.reviews')}</h2>

      <ChoiceField
        {...field('reviewsMode')}
        hint={t(`admin.settings.reviewsModeHint.${watch('reviewsMode')}`)}
        {...register('reviewsMode')}
      >
        {reviewsModes.map((mode) => (
          <option key={mode} value={mode}>
            {t(`admin.settings.reviewsMode.${mode}`)}
          </option>
        ))}
      </ChoiceField>

      <TextAreaField
        {...field('reviewsBlocked')}
        maxLength={lengths.blockedWords}
        hint={t('admin.settings.reviewsBlockedHint')}
        {...register('reviewsBlocked')}
      />

      <div>
        <Checkbox aria-describedby="review-invites-hint" {...register('reviewInvites')}>
          {t('admin.settings.reviewInvites')}
        </Checkbox>
        <p id="review-invites-hint" className="mt-1 text-sm text-muted">
          {t('admin.settings.reviewInvitesHint')}
        </p>
      </div>
    </Card>
  )
}
