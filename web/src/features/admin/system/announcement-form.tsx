import { lengths } from '@chaveiro/contracts/lengths'
import { languages } from '@chaveiro/contracts/limits'
import { announcementKinds, serviceParts } from '@chaveiro/contracts/service-states'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { useChange } from '../components/use-change.ts'
import {
  announcementBody,
  announcementFields,
  type Announcement,
  type AnnouncementFields,
} from './announcement-fields.ts'

type Form = ReturnType<typeof useForm<AnnouncementFields>>

/** Kind and affected service. */
function AboutFields({ form: { register } }: { form: Form }) {
  const { t } = useTranslation(['admin', 'status'])
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField label={t('announcements.kind')} {...register('kind')}>
        {announcementKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`announcements.kindIs.${kind}`)}
          </option>
        ))}
      </ChoiceField>

      <ChoiceField label={t('announcements.part')} {...register('part')}>
        {serviceParts.map((part) => (
          <option key={part} value={part}>
            {t(`status:part.${part}`)}
          </option>
        ))}
      </ChoiceField>
    </div>
  )
}

/** Start and end. Browsers report an incomplete date as empty, so the form refuses it. */
function TimeFields({ form }: { form: Form }) {
  const { t } = useTranslation('admin')

  const {
    register,
    formState: { errors },
  } = form

  const isWholeDate = (name: 'startedAt' | 'endedAt') =>
    !document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.validity.badInput ||
    t('announcements.dateBad')

  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <DateField
        withTime
        required
        label={t('announcements.started')}
        error={errors.startedAt?.message}
        {...register('startedAt', {
          validate: {
            isWhole: () => isWholeDate('startedAt'),
            isThere: (value) => value !== '' || t('kit.required'),
          },
        })}
      />

      <DateField
        withTime
        label={t('announcements.ended')}
        hint={t('announcements.endedHint')}
        error={errors.endedAt?.message}
        {...register('endedAt', {
          validate: {
            isWhole: () => isWholeDate('endedAt'),
            isAfter: (value, { startedAt }) =>
              value === '' || value >= startedAt || t('announcements.endsBefore'),
          },
        })}
      />
    </div>
  )
}

/** Writes an announcement for the status page in both languages (P281). */
export function AnnouncementForm({
  announcement,
  onClose,
}: {
  announcement?: Announcement
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const systemChange = useChange(adminApi.announcements.list)
  const [now] = useState(() => new Date())
  const systemForm = useForm<AnnouncementFields>({
    defaultValues: announcementFields(announcement, now),
  })
  const { errors } = systemForm.formState
  const requiredRule = { validate: (value: string) => value.trim() !== '' || t('kit.required') }

  async function saveSystem(fields: AnnouncementFields): Promise<void> {
    const requestBody = announcementBody(fields)
    if (announcement)
      await call(adminApi.announcements.update, {
        params: { id: announcement.id },
        body: requestBody,
      })
    else await call(adminApi.announcements.create, { body: requestBody })
    toast(t('announcements.saved'), 'good')
    void systemChange.reload()
  }

  return (
    <FormModal
      form={systemForm}
      wide
      title={announcement ? t('announcements.edit') : t('announcements.add')}
      failed={t('announcements.errorSave')}
      onSave={saveSystem}
      onClose={onClose}
    >
      <AboutFields form={systemForm} />
      <TimeFields form={systemForm} />

      {languages.map((language) => (
        <fieldset key={language} className="grid gap-3">
          <legend className="mb-2 text-sm font-semibold text-muted">
            {t(`announcements.in.${language}`)}
          </legend>

          <Field
            label={t('announcements.title')}
            required
            lang={language}
            maxLength={lengths.noticeTitle}
            error={errors[language]?.title?.message}
            {...systemForm.register(`${language}.title`, requiredRule)}
          />

          <TextAreaField
            label={t('announcements.text')}
            required
            lang={language}
            rows={3}
            maxLength={lengths.noticeText}
            error={errors[language]?.text?.message}
            {...systemForm.register(`${language}.text`, requiredRule)}
          />
        </fieldset>
      ))}
    </FormModal>
  )
}
