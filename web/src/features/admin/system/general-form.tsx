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

/** Site name and maintenance mode; sends all settings with these two changed (Q87). */
export function GeneralForm() {
  const { t } = useTranslation(['admin', 'common'])
  const systemQuery = useQuery(ask(adminApi.settings.read))
  const systemChange = useChange(adminApi.settings.read, api.settings.publicSettings)

  const {
    register,
    handleSubmit,
    reset,
    formState: { errors },
  } = useForm<Form>({ defaultValues: { siteName: '', maintenanceMode: false } })

  const loadedSettings = systemQuery.data?.settings
  useEffect(() => {
    if (loadedSettings)
      reset({ siteName: loadedSettings.siteName, maintenanceMode: loadedSettings.maintenanceMode })
  }, [loadedSettings, reset])
  useEffect(() => {
    if (systemQuery.error) console.error('settings', systemQuery.error)
  }, [systemQuery.error])

  if (systemQuery.isError)
    return (
      <ErrorState
        text={t('adminSystem.errorSettings')}
        retry={t('common:action.retry')}
        onRetry={() => void systemQuery.refetch()}
      />
    )

  const submitSystem = handleSubmit(async (form) => {
    if (
      !loadedSettings ||
      !(await systemChange.run(
        () => call(adminApi.settings.save, { body: { ...loadedSettings, ...form } }),
        {
          failed: t('adminSystem.errorSave'),
        },
      ))
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
      <form noValidate className="grid gap-4" onSubmit={(event) => void submitSystem(event)}>
        <h2 className="text-sm font-semibold text-muted">{t('adminSystem.general')}</h2>

        <Field
          label={t('admin.settings.siteName')}
          maxLength={80}
          disabled={!loadedSettings}
          error={errors.siteName?.message}
          {...register('siteName', {
            validate: (value) => value.trim() !== '' || t('kit.required'),
          })}
        />

        <Checkbox disabled={!loadedSettings} {...register('maintenanceMode')}>
          {t('admin.settings.maintenanceMode')}
        </Checkbox>

        <Button
          type="submit"
          look="primary"
          busy={systemChange.busy}
          disabled={!loadedSettings}
          className="justify-self-start"
        >
          {t('kit.save')}
        </Button>
      </form>
    </Card>
  )
}
