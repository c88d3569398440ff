import { lengths } from '@chaveiro/contracts/lengths'
import { reviewsModes } from '@chaveiro/contracts/states'
import { useTranslation } from 'react-i18next'

import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { useField, type Form } from './use-field.ts'

/**
 * Whether customers can review, whether staff approve first, and whether buyers are asked by mail.
 */
export function ReviewSettings({ form }: { form: Form }) {
  const { t } = useTranslation('admin')
  const settingField = useField(form)
  const { register, watch } = form

  return (
    <Card className="grid max-w-3xl gap-4">
      <h2 className="font-semibold">{t('admin.settings.reviews')}</h2>

      <ChoiceField
        {...settingField('reviewsMode')}
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
        {...settingField('reviewsBlocked')}
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
