import { providerFields, type ProviderField } from '@chaveiro/contracts/admin/provider-fields'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { api, call } from '../../../../api/call.ts'
import { Notice } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { confirm } from '../../components/confirm.tsx'
import { useChange } from '../../components/use-change.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import type { Provider, Trial } from '../../shared/rows.ts'
import { ServiceField, type Values } from './service-fields.tsx'

/**
 * Result of the last trial. After a save, `refused` says whether the server kept the old
 * credentials. `other` says whether the save switched between live and test mode.
 */
type Verdict = Trial & { refused?: boolean; other?: boolean }

const fieldsOfProvider = ({ name }: Provider): readonly ProviderField[] => providerFields[name]

const initialValues = ({ fields }: Provider): Values =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']))

/** Changed fields, null when cleared. Untouched secrets are left out and keep their value. */
const changedValues = (values: Values, dirty: object): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name in dirty)
      .map(([name, value]) => [name, value || null]),
  )

/** Tries, saves and removes credentials, and reports the server's answer. */
function useService(provider: Provider, form: ReturnType<typeof useForm<Values>>) {
  const { t } = useTranslation('admin')
  const serviceChange = useChange(adminApi.providers.list, api.settings.publicSettings)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const pathParams = { name: provider.name }
  const typedValues = () => changedValues(form.getValues(), form.formState.dirtyFields)

  async function tryService(): Promise<void> {
    setVerdict(null)
    await serviceChange.run(
      async () => {
        const { trial } = await call(adminApi.providers.try, {
          params: pathParams,
          body: { values: typedValues() },
        })
        setVerdict(trial)
      },
      { failed: t('services.errorTry') },
    )
  }

  async function saveService(anyway: boolean, other = false): Promise<void> {
    setVerdict(null)
    const credentials = other ? { values: {}, switch: true } : { values: typedValues() }
    const requestBody = { ...credentials, anyway, updatedAt: provider.updatedAt }

    await serviceChange.run(
      async () => {
        const {
          saved,
          trial,
          provider: now,
        } = await call(adminApi.providers.save, {
          params: pathParams,
          body: requestBody,
        })

        setVerdict({ ...trial, refused: !saved, other })
        if (saved) form.reset(initialValues(now))
      },
      { failed: t('services.errorSave') },
    )

    await serviceChange.reload()
  }

  async function removeService(): Promise<void> {
    const openPaymentCount = provider.source === 'kept' ? provider.openPayments : 0

    const isConfirmed = await confirm({
      title: t('services.removeTitle', { name: t(`services.name.${provider.name}`) }),
      text: [
        openPaymentCount
          ? t('services.removeOpen', { count: openPaymentCount })
          : t('services.removeText'),
        ...(provider.other ? [t(`services.removeAside.${provider.other}`)] : []),
      ].join(' '),
      act: t('services.removeAct'),
    })

    if (!isConfirmed) return

    setVerdict(null)

    await serviceChange.run(
      () =>
        call(adminApi.providers.remove, {
          params: pathParams,
          query: { anyway: String(openPaymentCount > 0) },
        }),
      { failed: t('services.errorRemove'), done: t('services.removed') },
    )
  }

  return {
    busy: serviceChange.busy,
    verdict,
    attempt: tryService,
    save: saveService,
    remove: removeService,
  }
}

/** Result of a trial, and a button that saves anyway. */
function TrialOutcome({ verdict, onAnyway }: { verdict: Verdict; onAnyway(): void }) {
  const { t } = useTranslation('admin')
  const { works, refused, message } = verdict

  if (works)
    return (
      <Notice tone="good">
        {refused === false ? `${t('services.saved')} ${message}` : message}
      </Notice>
    )

  return (
    <Notice tone="bad" className="grid gap-3">
      <span>
        {refused !== undefined && `${t(refused ? 'services.notSaved' : 'services.savedAnyway')} `}
        {message}
      </span>

      {refused && (
        <Button size="sm" className="justify-self-start" onClick={onAnyway}>
          {t('services.saveAnyway')}
        </Button>
      )}
    </Notice>
  )
}

/** Credentials of a provider: try, save and remove. */
export function ServiceForm({ provider }: { provider: Provider }) {
  const { t } = useTranslation('admin')
  const serviceForm = useForm<Values>({ defaultValues: initialValues(provider) })
  const { busy, verdict, attempt: tryService, save, remove } = useService(provider, serviceForm)
  const { reset, handleSubmit } = serviceForm
  const { isDirty } = serviceForm.formState
  useLeaveGuard(isDirty, 'view')
  // Another person may have saved: typed values stay, others are updated.
  useEffect(() => reset(initialValues(provider), { keepDirtyValues: true }), [provider, reset])
  const isDecided = provider.decidedBy.length > 0

  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label={t(`services.name.${provider.name}`)}
      onSubmit={(event) => void handleSubmit(() => save(false))(event)}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {fieldsOfProvider(provider).map((field) => (
          <ServiceField
            key={field.name}
            field={field}
            shown={provider.fields.find(({ name }) => name === field.name)!}
            locked={isDecided}
            form={serviceForm}
          />
        ))}
      </div>

      {verdict && (
        <TrialOutcome verdict={verdict} onAnyway={() => void save(true, verdict.other)} />
      )}

      <div className="flex flex-wrap gap-2">
        {!isDecided && (
          <>
            <Button type="submit" look="primary" busy={busy}>
              {t('services.save')}
            </Button>
            <Button busy={busy} onClick={() => void handleSubmit(tryService)()}>
              {t(provider.name === 'mail' ? 'services.tryMail' : 'services.try')}
            </Button>
          </>
        )}

        {provider.other && !isDirty && (
          <Button busy={busy} onClick={() => void save(false, true)}>
            {t(`services.use.${provider.other}`)}
          </Button>
        )}

        {provider.kept && (
          <Button look="ghost" busy={busy} onClick={() => void remove()}>
            {t('services.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
