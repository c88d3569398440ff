import { lengths } from '@chaveiro/contracts/lengths'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { useChange } from '../components/use-change.ts'

const messageTypes = ['info', 'warning', 'alert'] as const
type Form = { title: string; message: string; type: (typeof messageTypes)[number] | '' }

/** Title, message and type, all required (B165); a refusal keeps the text. */
export function SendForm({ onSent }: { onSent(): void }) {
  const { t } = useTranslation('admin')
  const notificationChange = useChange(adminApi.notifications.list)

  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm<Form>({ defaultValues: { title: '', message: '', type: '' } })

  const submitNotification = handleSubmit(async ({ title, message, type }) => {
    if (!type) return

    const succeeded = await notificationChange.run(
      () =>
        call(adminApi.notifications.send, {
          body: { title: title.trim(), message: message.trim(), type },
        }),
      { failed: t('notifications.errorSend'), done: t('notifications.successSend') },
    )

    if (!succeeded) return

    reset()
    onSent()
  })

  const requireText = (value: string) => value.trim() !== '' || t('kit.required')

  return (
    <Card className="max-w-2xl">
      <form noValidate className="grid gap-4" onSubmit={(event) => void submitNotification(event)}>
        <Field
          label={t('notifications.formTitle')}
          required
          maxLength={lengths.noticeTitle}
          error={errors.title?.message}
          {...register('title', { validate: requireText })}
        />

        <TextAreaField
          label={t('notifications.formMessage')}
          required
          rows={4}
          maxLength={lengths.noticeText}
          error={errors.message?.message}
          {...register('message', { validate: requireText })}
        />

        <ChoiceField
          label={t('notifications.formType')}
          required
          error={errors.type?.message}
          hint={t('notifications.typeHint')}
          {...register('type', { required: t('kit.required') })}
        >
          <option value="" disabled>
            {t('notifications.typeChoose')}
          </option>

          {messageTypes.map((type) => (
            <option key={type} value={type}>
              {t(`notifications.type.${type}`)}
            </option>
          ))}
        </ChoiceField>

        <Button
          type="submit"
          look="primary"
          busy={notificationChange.busy}
          className="justify-self-start"
        >
          {t('notifications.send')}
        </Button>
      </form>
    </Card>
  )
}
