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

const types = ['info', 'warning', 'alert'] as const
type Form = { title: string; message: string; type: (typeof types)[number] | '' }

/** Title, message and type, all required (B165); what was typed stays when the server refuses. */
export function SendForm({ onSent }: { onSent(): void }) {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.notifications.list)

  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm<Form>({ defaultValues: { title: '', message: '', type: '' } })

  const submit = handleSubmit(async ({ title, message, type }) => {
    if (!type) return

    const sent = await change.run(
      () =>
        call(adminApi.notifications.send, {
          body: { title: title.trim(), message: message.trim(), type },
        }),
      { failed: t('notifications.errorSend'), done: t('notifications.successSend') },
    )

    if (!sent) return

    reset()
    onSent()
  })

  const filled = (value: string) => value.trim() !== '' || t('kit.required')

  return (
    <Card className="max-w-2xl">
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('notifications.formTitle')}
          required
          maxLength={lengths.noticeTitle}
          error={errors.title?.message}
          {...register('title', { validate: filled })}
        />

        <TextAreaField
          label={t('notifications.formMessage')}
          required
          rows={4}
          maxLength={lengths.noticeText}
          error={errors.message?.message}
          {...register('message', { validate: filled })}
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

          {types.map((type) => (
            <option key={type} value={type}>
              {t(`notifications.type.${type}`)}
            </option>
          ))}
        </ChoiceField>

        <Button type="submit" look="primary" busy={change.busy} className="justify-self-start">
          {t('notifications.send')}
        </Button>
      </form>
    </Card>
  )
}
