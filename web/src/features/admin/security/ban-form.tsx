import { lengths } from '@chaveiro/contracts/lengths'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { useChange } from '../components/use-change.ts'
import { banBody, type BanFields } from './ban-body.ts'

/**
 * Bans an IP address or hardware id, permanently or until a date (B093, Q14). Errors appear above
 * the button and nothing is sent.
 */
export function BanForm() {
  const { t } = useTranslation('admin')
  const securityChange = useChange(adminApi.security.bans)
  const [error, setError] = useState<string | null>(null)
  const { register, handleSubmit, reset, formState } = useForm<BanFields>({
    defaultValues: { ip: '', hwid: '', reason: '', expiresAt: '' },
  })

  const submitSecurity = handleSubmit(async (fields, event) => {
    // A half-typed date reads as empty, which would mean a permanent ban (B169).
    const isHalfTyped = (
      event?.target as HTMLFormElement | undefined
    )?.querySelector<HTMLInputElement>('input[type=datetime-local]')?.validity.badInput
    const { fault, body } = banBody(isHalfTyped ? { ...fields, expiresAt: '?' } : fields)
    setError(fault ? t(fault) : null)

    if (
      body &&
      (await securityChange.run(() => call(adminApi.security.ban, { body }), {
        failed: t('adminSecurity.errorCreate'),
        done: t('adminSecurity.successCreate'),
      }))
    )
      reset()
  })

  return (
    <Card>
      <form
        noValidate
        className="grid items-start gap-4 md:grid-cols-2 2xl:grid-cols-1"
        aria-label={t('adminSecurity.form')}
        onSubmit={(event) => void submitSecurity(event)}
      >
        <Field
          label={t('adminSecurity.ip')}
          inputMode="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          hint={t('adminSecurity.ipHint')}
          {...register('ip')}
        />

        <Field
          label={t('adminSecurity.hwid')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          {...register('hwid')}
        />

        <Field
          label={t('adminSecurity.reason')}
          maxLength={lengths.reason}
          {...register('reason')}
        />

        <DateField
          withTime
          label={t('adminSecurity.expires')}
          hint={t('adminSecurity.expiresHint')}
          {...register('expiresAt')}
        />

        {error && (
          <Notice tone="bad" className="md:col-span-2 2xl:col-span-1">
            {error}
          </Notice>
        )}

        <Button
          type="submit"
          look="danger"
          busy={formState.isSubmitting}
          className="justify-self-start md:col-start-1"
        >
          {t('adminSecurity.submit')}
        </Button>
      </form>
    </Card>
  )
}
