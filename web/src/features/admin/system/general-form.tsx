import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { api, call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { tell } from '../components/confirm.tsx'
import { useChange } from '../components/use-change.ts'

type Form = { siteName: string; maintenanceMode: boolean }

/** Site name and maintenance mode; sends the whole settings with these two changed (Q87). */
export function GeneralForm() {
  const { t } = useTranslation(['admin', 'common'])
  const answer = useQuery(ask(adminApi.settings.read))
  const change = useChange(adminApi.settings.read, api.settings.publicSettings)

  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm<Form>({ defaultValues: { siteName: '', maintenanceMode: false } })

  const settings = answer.data?.settings
  useEffect(() => {
    if (settings) reset({ siteName: settings.siteName, maintenanceMode: settings.maintenanceMode })
  }, [settings, reset])
  useEffect(() => {
    if (answer.error) console.error('settings', answer.error)
  }, [answer.error])

  if (answer.isError)
    return (
      <ErrorState
        text={t('adminSystem.errorSettings')}
        retry={t('common:action.retry')}
        onRetry={() => void answer.refetch()}
      />
    )

  const submit = handleSubmit(async (form) => {
    if (
      !settings ||
      !(await change.run(() => call(adminApi.settings.save, { body: { ...settings, ...form } }), {
        failed: t('adminSystem.errorSave'),
      }))
    )
      return

    await tell({
      title: t('adminSystem.general'),
      text: t('adminSystem.successSave'),
      act: t('kit.ok'),
    })
  })

  return (
    <Card>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <h2 className="text-sm font-semibold text-muted">{t('adminSystem.general')}</h2>

        <Field
          label={t('admin.settings.siteName')}
          maxLength={80}
          disabled={!settings}
          error={errors.siteName?.message}
          {...register('siteName', {
            validate: (value) => value.trim() !== '' || t('kit.required'),
          })}
        />

        <Checkbox disabled={!settings} {...register('maintenanceMode')}>
          {t('admin.settings.maintenanceMode')}
        </Checkbox>

        <Button
          type="submit"
          look="primary"
          busy={change.busy}
          disabled={!settings}
          className="justify-self-start"
        >
          {t('kit.save')}
        </Button>
      </form>
    </Card>
  )
}
