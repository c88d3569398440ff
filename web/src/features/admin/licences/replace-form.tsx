import { lengths } from '@chaveiro/contracts/lengths'
import { stockPaste } from '@chaveiro/contracts/product-limits'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { useChange } from '../components/use-change.ts'
import type { Licence } from '../shared/rows.ts'

/** Replaces a licence's key with a reason; the key field is for products that staff deliver. */
export function ReplaceForm({ licence, onClose }: { licence: Licence; onClose(): void }) {
  const { t } = useTranslation('admin')
  const licenceChange = useChange(
    adminApi.licences.list,
    adminApi.deliveries.list,
    adminApi.stock.list,
  )
  const licenceForm = useForm({ defaultValues: { reason: '', licenseKey: '' } })

  const {
    register,
    formState: { errors },
  } = licenceForm

  async function saveLicence({
    reason,
    licenseKey,
  }: {
    reason: string
    licenseKey: string
  }): Promise<void> {
    const { replacement } = await call(adminApi.licences.replace, {
      params: { id: licence.id },
      body: { reason, licenseKey },
    })

    toast(t(replacement === 'done' ? 'licenses.replaced' : 'licenses.replaceAsked'), 'good')
    void licenceChange.reload()
  }

  return (
    <FormModal
      form={licenceForm}
      title={t('licenses.replaceTitle', { key: licence.maskedKey })}
      failed={t('licenses.errorReplace')}
      saveLabel={t('licenses.replace')}
      onSave={saveLicence}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('licenses.replaceText')}</p>

      <TextAreaField
        label={t('licenses.reason')}
        required
        rows={2}
        maxLength={lengths.reason}
        error={errors.reason?.message}
        {...register('reason', { validate: (value) => value.trim() !== '' || t('kit.required') })}
      />

      <Field
        label={t('licenses.newKey')}
        hint={t('licenses.newKeyHint')}
        maxLength={stockPaste.keyLength}
        autoComplete="off"
        spellCheck={false}
        mono
        {...register('licenseKey')}
      />
    </FormModal>
  )
}
