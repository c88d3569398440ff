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

/** How the last trial went; what does not work can be kept on purpose only. */
type Verdict = Trial & { refused?: boolean; other?: boolean }

const fieldsOf = ({ name }: Provider): readonly ProviderField[] => providerFields[name]

const valuesOf = ({ fields }: Provider): Values =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value ?? '']))

/** What was typed: a field that nobody touched stays as it is kept. */
const typedIn = (values: Values, dirty: object): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name in dirty)
      .map(([name, value]) => [name, value || null]),
  )

/** Try, save and remove; each says how it went, in the server's words. */
function useService(provider: Provider, form: ReturnType<typeof useForm<Values>>) {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.providers.list, api.settings.publicSettings)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const params = { name: provider.name }
  const typed = () => typedIn(form.getValues(), form.formState.dirtyFields)

  async function attempt(): Promise<void> {
    setVerdict(null)
    await change.run(
      async () => {
        const { trial } = await call(adminApi.providers.try, { params, body: { values: typed() } })
        setVerdict(trial)
      },
      { failed: t('services.errorTry') },
    )
  }

  async function save(anyway: boolean, other = false): Promise<void> {
    setVerdict(null)
    const wanted = other ? { values: {}, switch: true } : { values: typed() }
    const body = { ...wanted, anyway, updatedAt: provider.updatedAt }

    await change.run(
      async () => {
        const {
          saved,
          trial,
          provider: now,
        } = await call(adminApi.providers.save, {
          params,
          body,
        })

        setVerdict({ ...trial, refused: !saved, other })
        if (saved) form.reset(valuesOf(now))
      },
      { failed: t('services.errorSave') },
    )

    await change.reload()
  }

  async function remove(): Promise<void> {
    const count = provider.source === 'kept' ? provider.openPayments : 0

    const isSure = await confirm({
      title: t('services.removeTitle', { name: t(`services.name.${provider.name}`) }),
      text: [
        count ? t('services.removeOpen', { count }) : t('services.removeText'),
        ...(provider.other ? [t(`services.removeAside.${provider.other}`)] : []),
      ].join(' '),
      act: t('services.removeAct'),
    })

    if (!isSure) return

    setVerdict(null)

    await change.run(
      () => call(adminApi.providers.remove, { params, query: { anyway: String(count > 0) } }),
      { failed: t('services.errorRemove'), done: t('services.removed') },
    )
  }

  return { busy: change.busy, verdict, attempt, save, remove }
}

/** How a trial went, and the way past it. */
function Outcome({ verdict, onAnyway }: { verdict: Verdict; onAnyway(): void }) {
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

/** What is entered for a provider: tried, saved and removed in one place. */
export function ServiceForm({ provider }: { provider: Provider }) {
  const { t } = useTranslation('admin')
  const form = useForm<Values>({ defaultValues: valuesOf(provider) })
  const { busy, verdict, attempt, save, remove } = useService(provider, form)
  const { reset, handleSubmit } = form
  const { isDirty } = form.formState
  useLeaveGuard(isDirty, 'view')
  // Somebody else may have saved: what stands here already typed stays.
  useEffect(() => reset(valuesOf(provider), { keepDirtyValues: true }), [provider, reset])
  const isDecided = provider.decidedBy.length > 0

  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label={t(`services.name.${provider.name}`)}
      onSubmit={(event) => void handleSubmit(() => save(false))(event)}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {fieldsOf(provider).map((field) => (
          <ServiceField
            key={field.name}
            field={field}
            shown={provider.fields.find(({ name }) => name === field.name)!}
            locked={isDecided}
            form={form}
          />
        ))}
      </div>

      {verdict && <Outcome verdict={verdict} onAnyway={() => void save(true, verdict.other)} />}

      <div className="flex flex-wrap gap-2">
        {!isDecided && (
          <>
            <Button type="submit" look="primary" busy={busy}>
              {t('services.save')}
            </Button>
            <Button busy={busy} onClick={() => void handleSubmit(attempt)()}>
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
