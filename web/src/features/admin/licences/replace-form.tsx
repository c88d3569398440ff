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

/**
 * Gives a licence another key, with the reason that its story keeps; the key field is for products
 * that staff deliver.
 */
export function ReplaceForm({ licence, onClose }: { licence: Licence; onClose(): void }) {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.licences.list, adminApi.deliveries.list, adminApi.stock.list)
  const form = useForm({ defaultValues: { reason: '', licenseKey: '' } })

  const {
    register,
    formState: { errors },
  } = form

  async function save({
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
    void change.reload()
  }

  return (
    <FormModal
      form={form}
      title={t('licenses.replaceTitle', { key: licence.maskedKey })}
      failed={t('licenses.errorReplace')}
      saveLabel={t('licenses.replace')}
      onSave={save}
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
